import { mayCall } from "../shared/rights.ts";
import { hrefOf } from "./address.ts";
import { AreaTree } from "./areas.tsx";
import { BoardHeader } from "./board-header.tsx";
import { BoxView } from "./box.tsx";
import { CheckView } from "./check.tsx";
import { ConfigView } from "./config-view.tsx";
import { GoodsView } from "./goods.tsx";
import { LabelChoice } from "./label-choice.tsx";
import { ShelfView } from "./shelf.tsx";
import { OffShelfList, RefusalList } from "./side-lists.tsx";
import { SignIn } from "./sign-in.tsx";
import { boardState, needsKey } from "./store.ts";

const viewOfKind = {
  goods: GoodsView,
  box: BoxView,
  shelf: ShelfView,
  attachments: ConfigView,
  check: CheckView,
  find: LabelChoice,
} as const;

export const App = () => {
  const { address } = boardState();
  const View = address && viewOfKind[address.kind];
  return (
    <div class="board">
      <BoardHeader />
      {needsKey() ? (
        <SignIn />
      ) : (
        <main class={address ? "panes three" : "panes"}>
          <AreaTree />
          {View && (
            <div class="middle" aria-live="polite">
              <View key={hrefOf(address.kind, address.code)} code={address.code} />
            </div>
          )}
          <div class="side">
            {mayCall("location-overview") && <OffShelfList />}
            {mayCall("get-refusals") && <RefusalList />}
          </div>
        </main>
      )}
    </div>
  );
};
