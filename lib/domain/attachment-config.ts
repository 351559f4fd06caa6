import * as z from "zod/mini";
import { Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { CategoryCode, type CategoryState, refuseUnknownCategories } from "./attachment.ts";
import { capOf } from "./attachment-cap.ts";
import {
  BlockedLine,
  type ConfigPlan,
  findProtectedRemovals,
  planOf,
  readBlockedLines,
  textOfBlocked,
} from "./attachment-guard.ts";
import {
  type Operation,
  type OperationReceipt,
  type RecordedWrite,
  replayReceipt,
  type WriteContext,
} from "./operation.ts";
import type { OverviewStore } from "./overview.ts";
import {
  AnswerInstant,
  AnswerQuantity,
  RequestQuantity,
  type SchemaOutput,
  Zongpai,
} from "./value.ts";

const AttachmentConfigEntry = (site: Site) => {
  const quantity = RequestQuantity(site);
  return z.strictObject(
    {
      category: CategoryCode(site),
      quantity: site.attachment.unquantified === "uncapped" ? z.optional(quantity) : quantity,
    },
    { error: site.accepts.entry },
  );
};

const ExpectedRevision = ({ accepts: { expectedRevision: error } }: Site) =>
  z.int({ error }).check(z.gte(0, { error }));

export const AttachmentConfigRequest = (site: Site) =>
  z.strictObject({
    zongpai: Zongpai(site),
    entries: z.array(AttachmentConfigEntry(site), { error: site.accepts.entries }).check(
      z.maxLength(site.attachment.categories.length, { error: site.accepts.entries }),
      z.refine(
        (entries) => new Set(entries.map(({ category }) => category)).size === entries.length,
        { error: site.accepts.categoryOnce },
      ),
    ),
    expected_revision: z.optional(ExpectedRevision(site)),
    dry_run: z.optional(z.boolean({ error: site.accepts.dryRun })),
  });

/** The changes that a replacement made. Without `recorded_at`: those that it would make. */
export const AttachmentConfigResponse = (site: Site) =>
  z.strictObject({
    zongpai: z.string(),
    entries: z.array(
      z.strictObject({ category: z.string(), quantity: z.optional(AnswerQuantity(site)) }),
    ),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    changed: z.array(z.string()),
    blocked: z.array(BlockedLine(site)),
    recorded_at: z.optional(AnswerInstant()),
  });
export type AttachmentConfigResponse = SchemaOutput<typeof AttachmentConfigResponse>;

export type ConfigStore = {
  /** The states and, in the same read, the operation row. */
  readonly readConfig: (
    zongpai: string,
    operation: Operation,
  ) => Promise<{
    readonly states: CategoryState[];
    readonly revision: number;
    readonly receipt?: OperationReceipt;
    /** Writes the plan, and adds the instant to the result. Gives `undefined` if something that the plan depends on changed meanwhile. */
    readonly replace: (
      plan: ConfigPlan,
      result: AttachmentConfigResponse,
    ) => Promise<RecordedWrite<AttachmentConfigResponse> | undefined>;
  }>;
};

type ConfigContext = WriteContext & {
  readonly attachments: ConfigStore;
  readonly places: OverviewStore;
};

const categoryCodesOf = (entries: readonly { readonly category: string }[]) =>
  entries.map(({ category }) => category);

/** A configuration that is the cap must not go below what is boxed. */
const refuseBelowBoxed = (
  { added, changed }: ConfigPlan,
  states: readonly CategoryState[],
  zongpai: string,
  site: Site,
): void => {
  const changedEntries = changed.map(({ category, to }) => ({ category, quantity: to }));
  for (const { category, quantity } of [...added, ...changedEntries]) {
    const boxed_quantity = states.find((state) => state.category === category)?.boxed ?? 0;
    const isCap = capOf(category, site).rule === "configured";
    if (isCap && quantity !== undefined && quantity < boxed_quantity)
      throw new Refusal("configuredBelowBoxed", { category, zongpai, boxed_quantity, quantity });
  }
};

/**
 * Specification §4, PUT /attachment/config: replaces the whole configuration in one write; a dry run only says what it would do.
 * @throws Refusal `categoryNotKnown`, `staleExpectedRevision`, `removalRefused`, `configuredBelowBoxed`, `writeConflict`
 */
export const replaceConfig = async (
  request: SchemaOutput<typeof AttachmentConfigRequest>,
  { site, operation, attachments, places }: ConfigContext,
): Promise<RecordedWrite<AttachmentConfigResponse>> => {
  const { zongpai, entries, expected_revision, dry_run = false } = request;
  const { deadline } = operation;
  refuseUnknownCategories(categoryCodesOf(entries), site);
  while (deadline.left() > 0) {
    const { states, revision, receipt, replace } = await attachments.readConfig(zongpai, operation);
    if (receipt && !dry_run) return replayReceipt(receipt, operation);
    if (expected_revision !== undefined && expected_revision !== revision)
      throw new Refusal("staleExpectedRevision", {
        zongpai,
        // A number would be taken for a scaled quantity.
        revision: String(revision),
        expected_revision: String(expected_revision),
      });
    const plan = planOf(entries, states);
    refuseBelowBoxed(plan, states, zongpai, site);
    const removals = findProtectedRemovals(plan, site);
    const blocked = await readBlockedLines(removals, zongpai, { places, deadline });
    const result = {
      zongpai,
      entries,
      added: categoryCodesOf(plan.added),
      removed: categoryCodesOf(plan.removed),
      changed: categoryCodesOf(plan.changed),
      blocked,
    };
    if (dry_run) return { kind: "recorded", result, replayed: false };
    if (blocked.length > 0)
      throw new Refusal("removalRefused", { blocked: textOfBlocked(blocked, site) });
    const written = await replace(plan, result);
    if (written) return written;
  }
  throw new Refusal("writeConflict", { zongpai });
};
