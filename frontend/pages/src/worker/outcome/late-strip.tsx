import words from "site:words/worker";
import { Icon } from "../../shared/icon.tsx";
import { formatAmount } from "../../shared/text.tsx";
import { Button } from "../screens/button.tsx";
import { screensOnDemand } from "../screens/screens-on-demand.ts";
import { isBannerCovered, set, state, topScreen } from "../state.ts";
import { OutcomeText, renderLost } from "./banner.tsx";
import { markSeen } from "./marks.ts";
import { isUnseen, type ScanRow } from "./rows.ts";

const shortReason = (row: ScanRow) =>
  row.outcome === "superseded" ? (
    <OutcomeText row={row} />
  ) : (
    screensOnDemand.get().lateReason?.(row)
  );

/** The next message of the strip. Scans that the device could not store come first, unless the banner shows them. */
const nextMessage = (unseen: readonly ScanRow[]) => {
  const { notKept, banner } = state();
  const [first] = unseen;
  if (notKept.length > 0 && (banner?.is !== "lost" || isBannerCovered()))
    return {
      ...({ outcome: "refused", word: words.outcomes.notKept, more: unseen.length } as const),
      text: renderLost(words.wasFull),
      seen: () => set({ notKept: [] }),
    };
  // The list of refusals says the same.
  if (!first || topScreen()?.is === "refused") return undefined;
  return {
    ...{ outcome: first.outcome, word: words.outcomes[first.outcome], more: unseen.length - 1 },
    text: shortReason(first),
    seen: () => markSeen(first),
  };
};

/**
 * Refusals, newer scans and lost scans that the banner does not show, newest first, until the worker touches Seen. The paragraph is always
 * in the page, because a screen reader announces only changes to an element that it already knows.
 */
export const LateStrip = () => {
  const unseen = state()
    .rows.filter(isUnseen)
    .sort((one, other) => (other.late ?? 0) - (one.late ?? 0));
  const message = nextMessage(unseen);
  return (
    <div class="late" data-test="late" data-outcome={message?.outcome}>
      {message && <Icon name={message.outcome} />}
      <p role="status" aria-live="assertive">
        {message && (
          <>
            <span class="hide">{message.word}: </span>
            {message.text}
          </>
        )}
      </p>
      {message && message.more > 0 && <b class="n">+{formatAmount(message.more)}</b>}
      {message && <Button word={words.acts.seen} test="seen" run={message.seen} />}
    </div>
  );
};
