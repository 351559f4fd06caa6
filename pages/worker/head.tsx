import * as settings from "site:settings";
import words from "site:words/worker";
import { Icon } from "../shared/icon.tsx";
import { isRefused } from "./rows.ts";
import { nameOf } from "./sign-in.ts";
import { isHeld, set, state, top, waiting } from "./store.ts";
import { openMe, openRefused, turnTo } from "./take.ts";

const states = {
  running: "online",
  unanswered: "unanswered",
  offline: "offline",
  held: "held",
  closed: "offline",
} as const;

/** Lists what waits; a number or a key that is asked for stays. */
const showWaiting = () => {
  if (waiting() === 0 || top()?.is === "pad" || isHeld()) return;
  turnTo(state().hand);
  set({ band: { is: "waiting" } });
};

type TallyProps = Readonly<{
  is: "kept" | "refused";
  test: string;
  count: number;
  run: () => void;
}>;
const Tally = ({ is, test, count, run }: TallyProps) => (
  <button
    type="button"
    class="tally"
    data-test={test}
    data-outcome={count ? is : undefined}
    onClick={run}
  >
    <Icon name={is} />
    <b>{count}</b> <span>{words.outcomes[is]}</span>
  </button>
);

export const Head = () => {
  const { queue, who, rows, loose, resultCount } = state();
  const is = isHeld() ? "held" : states[queue];
  return (
    <header class="head">
      <button type="button" class="me" data-test="who" onClick={openMe}>
        <span class="who soft">{who || provedBy === "nothing" ? nameOf(who?.id) : ""}</span>
        <span class="state" data-test="state" data-state={is}>
          <Icon name={is} /> {words.states[is]}
        </span>
      </button>
      <Tally is="kept" test="waiting" count={waiting()} run={showWaiting} />
      <Tally is="refused" test="refused" count={rows.filter(isRefused).length} run={openRefused} />
      {!isSecureContext && <p class="plain">{words.notes.plainHttp}</p>}
      {loose && <p class="plain">{words.notes[loose]}</p>}
      {!settings.client.key && resultCount === 0 && <p class="plain">{words.notes.keyless}</p>}
    </header>
  );
};
