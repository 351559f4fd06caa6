import { renderGoodsOrBox } from "../../shared/scan-line.tsx";
import { formatAmount, ProductName } from "../../shared/text.tsx";
import { personName } from "../device/sign-in.ts";
import { maxListed, OutcomeLine } from "../screens/button.tsx";
import { openScreen } from "../screens/navigation.ts";
import { productOf } from "../screens/product.ts";
import { state } from "../state.ts";
import { OutcomeText, ScanText, takenBackLook } from "./banner.tsx";
import { jobRowsOf } from "./job.ts";
import { jobText } from "./jobs.tsx";
import { fieldsOf } from "./queued-write.ts";
import type { ScanRow } from "./rows.ts";

/** Keeps only the newest row of each job. */
const firstOfJobs = (rows: readonly ScanRow[]) =>
  rows.filter((row) => !row.entry.job || jobRowsOf(row, rows)[0] === row);

/** A list of scans with their outcomes and times. Each row is a button. With `whole`, rows show the full text and are not buttons. */
export const ScanList = ({
  rows,
  label,
  whole,
}: {
  rows: readonly ScanRow[];
  label: string;
  whole?: boolean;
}) => (
  <ol class="trail" aria-label={label}>
    {firstOfJobs(rows)
      .slice(0, maxListed)
      .map((row) => {
        const { entry, outcome } = row;
        const { quantity } = fieldsOf(entry);
        const job = entry.job && jobText(row);
        if (job)
          return (
            <OutcomeLine key={entry.id} {...job} at={entry.queuedAt}>
              {job.what} {job.note && <span class="soft">{job.note}</span>}
            </OutcomeLine>
          );
        const text = outcome === "kept" ? <OutcomeText row={row} /> : <ScanText scan={entry} />;
        return (
          <OutcomeLine
            key={entry.id}
            outcome={outcome}
            {...takenBackLook(row)}
            at={entry.queuedAt}
            run={whole ? undefined : () => openScreen({ is: "scan", id: entry.id })}
          >
            {whole ? text : renderGoodsOrBox(fieldsOf(entry))}
            {!whole && quantity !== undefined && (
              <span class="n soft"> × {formatAmount(quantity)}</span>
            )}
            {entry.by !== state().person?.id && <span class="soft"> {personName(entry.by)}</span>}
            {!whole && <ProductName>{productOf(entry.goods)}</ProductName>}
          </OutcomeLine>
        );
      })}
  </ol>
);
