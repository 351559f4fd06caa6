import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { systemClock } from "#lib/clock.ts";
import { deadlineWithin } from "#lib/domain/operation.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Table } from "#lib/store/client.ts";
import type { TableItem } from "#lib/store/expression.ts";
import { erpCopyKey, goodsKey, locationKey, operationKey } from "#lib/store/keys.ts";
import { readItems } from "#lib/store/query.ts";
import type { ErpSample } from "../../erp/demo-erp.ts";
import { type ErpViews, openViews } from "./erp-views.ts";
import { playSteps, type SampleTarget } from "./play.ts";
import { type StoryStep, stepsOn } from "./steps.ts";
import { findThings, type StoryThings } from "./story-things.ts";

type SampleOptions = SampleTarget & {
  /** `asked`: also on a table that has other data. */
  readonly wish: "first" | "asked";
  readonly erpFile: string;
  /** Whether the ERP is the stage's own demo. */
  readonly ownErp: boolean;
  /** The goods and boxes of the first requests. */
  readonly taken: ErpSample;
};

const lookTimeoutMs = 10_000;

const { sk: copyKey } = erpCopyKey("");

/** Whether nothing is recorded: copies of the ERP's boxes come from reads, and the start itself reads one. */
const isEmpty = async (table: Table): Promise<boolean> => {
  let start: TableItem | undefined;
  do {
    const page = new ScanCommand({ TableName: table.name, Limit: 100, ExclusiveStartKey: start });
    const { Items = [], LastEvaluatedKey } = await table.read(page, deadlineWithin(lookTimeoutMs));
    if (Items.some(({ sk }) => sk !== copyKey)) return false;
    start = LastEvaluatedKey;
  } while (start);
  return true;
};

/** The row that shows that an operation was recorded: its own, or without a key the place of its goods. */
const traceOf = ({ key, fields }: StoryStep, { extensions }: Site) => {
  const zongpai = String(fields.zongpai);
  return extensions.idempotencyKey ? operationKey({ zongpai }, `k#${key}`) : locationKey(zongpai);
};

const stateOf = async (steps: readonly StoryStep[], table: Table, site: Site) => {
  const firstAndLast = [steps[0], steps.at(-1)].filter((step) => step !== undefined);
  const keys = firstAndLast.map((step) => traceOf(step, site));
  const [firstRow, lastRow] = await readItems(table, keys, deadlineWithin(lookTimeoutMs));
  if (lastRow) return "whole";
  return firstRow ? "begun" : "absent";
};

/** The first goods of the sample that the table already has. */
const foreignGoods = async ({ goods }: StoryThings, table: Table): Promise<string | undefined> => {
  const keys = goods.flatMap(({ code }) => [goodsKey(code), locationKey(code)]);
  const rows = await readItems(table, keys, deadlineWithin(lookTimeoutMs));
  const rowIndex = rows.findIndex((row) => row !== undefined);
  // Each goods has two rows.
  return goods[Math.floor(rowIndex / 2)]?.code;
};

const describeSample = ({ goods, boxes }: StoryThings, rest = ""): string =>
  `${goods.length} invented goods labels and ${boxes.length} boxes, with a history of six days${rest} (to start without it: npm start -- --empty, with an empty data folder)`;

/**
 * Makes the sample. Returns the sentence for the announcement, or `undefined` if no sample was requested. @throws Error when the ERP or the
 * table cannot be read
 */
const makeOrExplain = async (
  sample: SampleOptions,
  table: Table,
  views: ErpViews,
): Promise<string | undefined> => {
  const { site, wish, taken } = sample;
  const things = await findThings(views, site, taken);
  const steps = stepsOn(site, things);
  const state = await stateOf(steps, table, site);
  if (state === "whole") return describeSample(things);
  const hasKey = site.extensions.idempotencyKey !== false;
  if (state === "begun" && !hasKey)
    return "incomplete: a start was interrupted, and a site without an idempotency key cannot continue; another DATA_DIR gets a complete sample";
  const hasOthers = state === "absent" && !(await isEmpty(table));
  if (hasOthers && wish === "first") return undefined;
  if (hasOthers && !hasKey)
    return "none: the table has other data, and the site has no idempotency key; DATA_DIR=<another folder> has an empty table";
  const foreign = hasOthers && (await foreignGoods(things, table));
  if (foreign)
    return `none: the table has ${foreign}, which the sample would use; DATA_DIR=<another folder> has an empty table`;
  try {
    await playSteps(steps, systemClock.now(), sample, views.erp);
  } catch (error) {
    const next = hasKey ? "; the next start continues" : "";
    return `incomplete: ${(error as Error).message}${next}`;
  }
  return describeSample(things, hasOthers ? ", in addition to the data in the table" : "");
};

/**
 * Makes a warehouse at work through the endpoints of the service, in made-up operations of the last days, unless the table has it. It
 * completes a sample that an earlier start began. It writes nothing to the ERP. It gives the result in words, and throws nothing, because a
 * stage starts without a sample, too.
 */
export const makeSample = async (sample: SampleOptions): Promise<string | undefined> => {
  const { site, wish, erpFile, ownErp } = sample;
  const table = sample.openTable(systemClock);
  try {
    const views = await openViews(site, erpFile);
    try {
      return await makeOrExplain(sample, table, views);
    } finally {
      views.close();
    }
  } catch (error) {
    if (wish === "first" && !(await isEmpty(table).catch(() => true))) return undefined;
    const help = ownErp
      ? `; if ${erpFile} is from an older version, delete it, and the next start creates it again`
      : "";
    return `none: ${(error as Error).message}${help}`;
  }
};
