import { may } from "../shared/may.ts";
import { linkTo } from "./address.ts";
import { Areas } from "./areas.tsx";
import { Box } from "./box.tsx";
import { Check } from "./check.tsx";
import { Configure } from "./configure.tsx";
import { Find } from "./find.tsx";
import { Goods } from "./goods.tsx";
import { Head } from "./head.tsx";
import { Shelf } from "./shelf.tsx";
import { OffShelf, Refused } from "./side.tsx";
import { SignIn } from "./sign-in.tsx";
import { needsKey, state } from "./store.ts";

const found = {
  goods: Goods,
  box: Box,
  shelf: Shelf,
  attachments: Configure,
  check: Check,
  find: Find,
} as const;

export const App = () => {
  const { at } = state();
  const Found = at && found[at.kind];
  return (
    <div class="board">
      <Head />
      {needsKey() ? (
        <SignIn />
      ) : (
        <main class={at ? "panes three" : "panes"}>
          <Areas />
          {Found && (
            <div class="middle" aria-live="polite">
              <Found key={linkTo(at.kind, at.code)} code={at.code} />
            </div>
          )}
          <div class="side">
            {may("location-overview") && <OffShelf />}
            {may("get-refusals") && <Refused />}
          </div>
        </main>
      )}
    </div>
  );
};
