import * as z from "zod/mini";
import type { ScannerClient } from "../contract/scanner.ts";
import type { FieldHeadings, ImportJob, ImportKind } from "./import-jobs.ts";
import type { RefusedJob } from "./rehearse.ts";

const Configuration = z.object({
  entries: z.array(z.object({ category: z.string(), quantity: z.optional(z.unknown()) })),
});

/**
 * Makes a check that refuses a configuration whose empty cells would remove a quantity. It asks the service only about goods with an empty
 * cell in the column of quantities. Without this column, a list configures categories without quantities.
 */
export const quantityGuard = (
  kind: ImportKind,
  headings: FieldHeadings,
  { ask }: Pick<ScannerClient, "ask">,
) => {
  const hasQuantities = headings.some(([field]) => field === "quantity");
  return async (job: ImportJob): Promise<RefusedJob[]> => {
    if (kind !== "attachments" || !hasQuantities) return [];
    const { entries } = Configuration.parse(job.fields);
    const unquantified = entries.filter((entry) => entry.quantity === undefined);
    if (unquantified.length === 0) return [];
    const status = await ask("get-attachment-status", { zongpai: job.zongpai });
    if (typeof status === "string")
      throw new Error(`The configuration of ${job.zongpai} cannot be read: ${status}.`);
    const removed = status.categories.find(
      ({ category, configured_quantity }) =>
        configured_quantity !== undefined &&
        unquantified.some((entry) => entry.category === category),
    );
    if (!removed) return [];
    const message = `${removed.category} has the quantity ${removed.configured_quantity}, and an empty cell removes nothing: write the quantity.`;
    return [{ job, refusal: { error_code: "", message } }];
  };
};
