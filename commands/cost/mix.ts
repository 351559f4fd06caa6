import { readFileSync } from "node:fs";
import { usageError } from "#infra/local/usage-error.ts";

/** The operations that are measured; each is one request of a scanner. */
export const operationIds = [
  "register",
  "move",
  "register-late",
  "save-first",
  "save",
  "save-duplicate",
  "edit",
  "delete",
  "box-info-new",
  "box-info",
  "overview-one",
  "overview-page",
  "configure",
  "attachment-register",
  "attachment-save",
  "attachment-over-cap",
  "attachment-edit",
  "attachment-delete",
  "status",
  "categories",
] as const;

export type OperationId = (typeof operationIds)[number];

/** How often each operation occurs, in any unit: only the proportions count. */
export type Mix = Readonly<Partial<Record<OperationId, number>>>;

/**
 * The requests of `npm run replay` over the AdventureWorks purchase orders: 4,482 lines in 2,006 boxes, 3,550 of them with an
 * attachment. Goods are registered and saved once each, so that every save is the first of its goods: the dearest mix of saves.
 */
export const replayMix = {
  register: 4_482,
  "save-first": 4_482,
  configure: 3_550,
  "attachment-register": 3_550,
  "attachment-save": 3_550,
  "attachment-over-cap": 355,
  "attachment-edit": 355,
  "attachment-delete": 177,
  "box-info-new": 2_006,
  "overview-one": 4_482,
  status: 4_482,
} as const satisfies Mix;

const jsonOf = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw usageError(`The mix ${file} cannot be read: ${(error as Error).message}`);
  }
};

/**
 * Reads a mix from a JSON file such as `{ "register": 2, "save": 1 }`.
 * @throws UsageError for a file that is none, an unknown operation, or a number that is no proportion
 */
export const mixFrom = (file: string): Mix => {
  const found = jsonOf(file);
  const entries = Object.entries(typeof found === "object" && found !== null && !Array.isArray(found) ? found : {});
  for (const [id, weight] of entries) {
    if (!(operationIds as readonly string[]).includes(id))
      throw usageError(`The mix names "${id}", which is no operation. The operations are: ${operationIds.join(", ")}.`);
    if (typeof weight !== "number" || !Number.isFinite(weight) || weight < 0)
      throw usageError(`The mix gives ${id} the proportion ${JSON.stringify(weight)}; it must be a number from 0 up.`);
  }
  if (!entries.some(([, weight]) => weight > 0)) throw usageError(`The mix ${file} must give an operation a proportion above 0.`);
  return Object.fromEntries(entries) as Mix;
};
