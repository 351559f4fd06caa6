import * as settings from "site:settings";
import words from "site:words/worker";
import { Icon, type IconName } from "../shared/icon.tsx";
import { isRefused } from "./rows.ts";
import { nameOf } from "./sign-in.ts";
import { set, state, top, waiting } from "./store.ts";
import { openMe, openRefused } from "./take.ts";

const states = {
  running: "online",
  unanswered: "unanswered",
  offline: "offline",
  held: "held",
  closed: "offline",
} as const;

/** Lists what waits; a number or a key that is asked for stays. */
const showWaiting = () => {
  const over = top();
  if (waiting() > 0 && over?.is !== "pad" && over?.is !== "key")
    set({ screens: [], input: "scanner", band: { is: "waiting" } });
};

export const Head = () => {
  const { queue, who, rows, loose, resultCount } = state();
  const is = top()?.is === "key" ? "held" : states[queue];
  const refused = rows.filter(isRefused).length;
  const icon: IconName = is;
  return (
    <header class="head">
      <button type="button" class="me" data-test="who" onClick={openMe}>
        <span class="who soft">{who || provedBy === "nothing" ? nameOf(who?.id) : ""}</span>
        <span class="state" data-test="state" data-state={is}>
          <Icon name={icon} /> {words.states[is]}
        </span>
      </button>
      <button
        type="button"
        class="tally"
        data-test="waiting"
        data-outcome={waiting() ? "kept" : undefined}
        onClick={showWaiting}
      >
        <Icon name="kept" />
        <b>{waiting()}</b> <span>{words.outcomes.kept}</span>
      </button>
      <button
        type="button"
        class="tally"
        data-test="refused"
        data-outcome={refused ? "refused" : undefined}
        onClick={openRefused}
      >
        <Icon name="refused" />
        <b>{refused}</b> <span>{words.outcomes.refused}</span>
      </button>
      {!isSecureContext && <p class="plain">{words.notes.plainHttp}</p>}
      {loose && <p class="plain">{words.notes[loose]}</p>}
      {!settings.client.key && resultCount === 0 && <p class="plain">{words.notes.keyless}</p>}
    </header>
  );
};
