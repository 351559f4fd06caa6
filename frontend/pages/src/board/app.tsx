import words from "site:words/board";
import { mayCall } from "../shared/rights.ts";
import { addressesOfLabel, type BoardAddress, hrefOf } from "./address.ts";
import { AreaTree } from "./areas.tsx";
import { BoardHeader } from "./board-header.tsx";
import { BoxView } from "./box.tsx";
import { dayAt } from "./box-list.ts";
import { BoxesView } from "./boxes.tsx";
import { CheckView } from "./check.tsx";
import { ConfigView } from "./config-view.tsx";
import { GoodsView } from "./goods.tsx";
import { CodeLink } from "./links.tsx";
import { LookupFrame } from "./lookup-frame.tsx";
import { isNarrow } from "./narrow.ts";
import { QueueView } from "./queue-view.tsx";
import { ShelfView } from "./shelf.tsx";
import { SideLists } from "./side-lists.tsx";
import { SignIn } from "./sign-in.tsx";
import { boardState, needsKey } from "./store.ts";

const { kinds, check, found: foundWords } = words;
const kindNames = {
  ...kinds,
  check: check.title,
  find: undefined,
  queue: undefined,
  boxes: undefined,
};

/** A choice between the kinds that an ambiguous label may have. */
const LabelChoice = ({ code }: { code: string }) => {
  const addresses = addressesOfLabel(code);
  return (
    <LookupFrame icon="look" code={code} result={{}}>
      <p>{addresses.length > 0 ? foundWords.many : foundWords.none}</p>
      <ul>
        {addresses.map((address) => (
          <li key={address.kind}>
            <CodeLink {...address} /> {kindNames[address.kind]}
          </li>
        ))}
      </ul>
    </LookupFrame>
  );
};

const viewOfKind = {
  goods: GoodsView,
  box: BoxView,
  shelf: ShelfView,
  attachments: ConfigView,
  check: CheckView,
  find: LabelChoice,
  queue: QueueView,
  boxes: BoxesView,
} as const;

/** The view of the address; without one, the boxes of today where the site lists them. */
const shownAddress = (): BoardAddress | undefined => {
  const { address } = boardState();
  if (address || !mayCall("get-boxes")) return address;
  return { kind: "boxes", code: dayAt(Date.now()) };
};

const Panes = () => {
  const address = shownAddress();
  const View = address && viewOfKind[address.kind];
  const areas = <AreaTree key="areas" />;
  const middle = View && (
    <div key="middle" class="middle" id="result" tabIndex={-1} aria-live="polite">
      <View key={hrefOf(address.kind, address.code)} code={address.code} />
    </div>
  );
  const side = <SideLists key="side" />;
  // On a phone, the queues are in view first.
  const narrow = boardState().address ? [middle, side, areas] : [side, areas, middle];
  return (
    <main class={address ? "panes three" : "panes"}>
      {isNarrow() ? narrow : [areas, middle, side]}
    </main>
  );
};

/** The first stop of Tab: leads to the result, past the search and the areas. */
const SkipButton = () => (
  <button
    type="button"
    class="skip"
    data-test="skip"
    onClick={() => document.getElementById("result")?.focus()}
  >
    {words.skip}
  </button>
);

export const App = () => (
  <div class="board">
    {shownAddress() && !needsKey() && <SkipButton />}
    <BoardHeader />
    {needsKey() ? <SignIn /> : <Panes />}
  </div>
);
