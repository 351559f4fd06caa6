import * as settings from "site:settings";
import words from "site:words/worker";
import { Icon, type IconName } from "../shared/icon.tsx";
import { openProblems } from "./correct.ts";
import { state } from "./store.ts";

const states = {
  running: "online",
  unanswered: "unanswered",
  offline: "offline",
  held: "held",
  closed: "offline",
} as const;

export const Head = () => {
  const { queue, signIn, who, waiting, problems, loose, resultCount } = state();
  const is = signIn ? "held" : states[queue];
  const icon: IconName = is;
  return (
    <header class="head">
      <div>
        <p class="who soft">{who}</p>
        <p class="state" data-test="state" data-state={is}>
          <Icon name={icon} /> {words.states[is]}
        </p>
      </div>
      <p class="tally" data-test="waiting" data-outcome={waiting ? "kept" : undefined}>
        <b>{waiting}</b> {words.waiting}
      </p>
      <button
        type="button"
        class="tally"
        data-test="refused"
        data-outcome={problems.length ? "refused" : undefined}
        onClick={openProblems}
      >
        <b>{problems.length}</b> {words.refused}
      </button>
      {!isSecureContext && <p class="plain">{words.notes.plainHttp}</p>}
      {loose && <p class="plain">{words.notes[loose]}</p>}
      {!settings.client.key && resultCount === 0 && <p class="plain">{words.notes.keyless}</p>}
    </header>
  );
};
