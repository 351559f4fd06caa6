import words from "site:words/worker";
import { Icon } from "../../shared/icon.tsx";
import { formatAmount } from "../../shared/text.tsx";
import { Button } from "../screens/button.tsx";
import { screensOnDemand } from "../screens/screens-on-demand.ts";
import { state } from "../state.ts";
import { OutcomeText } from "./banner.tsx";
import { markSeen } from "./marks.ts";
import { isUnseen, type ScanRow } from "./rows.ts";

const shortReason = (row: ScanRow) =>
  row.outcome === "superseded" ? (
    <OutcomeText row={row} />
  ) : (
    screensOnDemand.get().lateReason?.(row)
  );

/**
 * Refusals and newer scans that arrived while the banner showed something else, newest first, until the worker touches Seen. The paragraph
 * is always in the page, because a screen reader announces only changes to an element that it already knows.
 */
export const LateStrip = () => {
  const [first, ...others] = state()
    .rows.filter(isUnseen)
    .sort((one, other) => (other.late ?? 0) - (one.late ?? 0));
  return (
    <div class="late" data-test="late" data-outcome={first?.outcome}>
      {first && <Icon name={first.outcome} />}
      <p role="status" aria-live="assertive">
        {first && (
          <>
            <span class="hide">{words.outcomes[first.outcome]}: </span>
            {shortReason(first)}
          </>
        )}
      </p>
      {others.length > 0 && <b class="n">+{formatAmount(others.length)}</b>}
      {first && <Button word={words.acts.seen} test="seen" run={() => markSeen(first)} />}
    </div>
  );
};
