import words from "site:words/worker";
import { Icon } from "../shared/icon.tsx";
import { lineOf } from "../shared/line.tsx";
import { valuesOf } from "../shared/refusal.ts";
import { amount } from "../shared/text.tsx";
import { What } from "./band.tsx";
import { Button } from "./button.tsx";
import { see } from "./marks.ts";
import { isUnseen, partsOf, type Row } from "./rows.ts";
import { state } from "./store.ts";

/** Goods first, and why in a few words; the list says it in full. */
const textOf = (row: Row) => {
  if (row.outcome === "superseded") return <What row={row} />;
  const { condition = "" } = valuesOf(row.entry.refusal);
  const reasons: Readonly<Record<string, string>> = words.late;
  return lineOf(partsOf(row.entry), reasons[condition] ?? words.late.refused);
};

/**
 * Refusals and newer scans that arrived while the band showed something else, the newest first, until the worker touches Seen. The paragraph is
 * always in the page, because a screen reader announces only changes of an element that it knows.
 */
export const Late = () => {
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
            {textOf(first)}
          </>
        )}
      </p>
      {others.length > 0 && <b class="n">+{amount(others.length)}</b>}
      {first && <Button word={words.acts.seen} test="seen" run={() => see(first)} />}
    </div>
  );
};
