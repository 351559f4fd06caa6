// @module-tag engine
import { expect, it, vi } from "vitest";
import { scanTable } from "../../commands/audit/scan-table.ts";
import {
  type MixRequestName,
  type RequestUsage,
  requestMix,
} from "../../tools/docs/cost/request-mix.ts";
import { call, key, serves } from "../support/client.ts";
import { metered } from "../support/meter.ts";
import { keepOutput } from "../support/output.ts";
import { category } from "../support/requests.ts";
import { boxNo, itemOf, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";

vi.hoisted(() => {
  Object.assign(process.env, { WRITE_METRICS: "1", LOG_LEVEL: "INFO" });
});

const output = keepOutput();
const bytesOf = (lines: readonly object[]) =>
  lines.reduce((sum: number, line) => sum + Buffer.byteLength(JSON.stringify(line)), 0);

/** Bytes that DynamoDB bills on top of each item. The item's JSON is slightly longer than its billed size. */
const overhead = 100;
const storedIn = async (source: "table" | "index"): Promise<number> => {
  let bytes = 0;
  await scanTable(
    table,
    1,
    async (rows) => {
      bytes += bytesOf(rows) + overhead * rows.length;
    },
    source,
  );
  return bytes;
};

/** The operations of the mix in this order, on one round's goods and box. */
const requestsOf = (round: number): Readonly<Record<MixRequestName, object>> => {
  const goods = { zongpai: zongpai(round) };
  const attachment = { ...goods, category };
  const place = { location: location(1) };
  const entry = { ...itemOf(round), category };
  return {
    "goods registered": { ...goods, ...place },
    "goods saved, the first time": { ...itemOf(round), quantity: 5 },
    "attachments configured": { ...goods, entries: [{ category, quantity: 5 }] },
    "attachment registered": { ...attachment, ...place },
    "attachment saved": { ...entry, quantity: 5 },
    "box information, the first time": { box_no: boxNo(round) },
    "overview of a zongpai": goods,
    "attachment status": goods,
    "attachment refused, over the cap": { ...entry, box_no: boxNo(round + 1), quantity: 9 },
    "attachment corrected": { ...entry, quantity: 4 },
    "attachment deleted": entry,
  };
};

const usageOf = async (name: MixRequestName, fields: object): Promise<RequestUsage> => {
  const { route } = requestMix[name];
  const before = { table: await storedIn("table"), index: await storedIn("index") };
  output.clear();
  const { answer, entries: _, ...units } = await metered(() => call(route, fields, key()));
  const refused = name.includes("refused");
  expect(answer.status >= 300, `${name}: ${answer.text}`).toBe(refused);
  const lines = output.lines();
  return {
    ...units,
    answerBytes: Buffer.byteLength(answer.text),
    metricBytes: bytesOf(lines.filter((line) => "_aws" in line)),
    logBytes: bytesOf(lines.filter((line) => !("_aws" in line))),
    tableBytes: (await storedIn("table")) - before.table,
    indexBytes: (await storedIn("index")) - before.index,
  };
};

/** Leaves out the first round, because a function's first request differs. */
const measured = async () => {
  const usage: Partial<Record<MixRequestName, RequestUsage>> = {};
  for (const round of [1_001, 2_001])
    for (const [name, fields] of Object.entries(requestsOf(round)) as [MixRequestName, object][])
      if (serves(requestMix[name].route)) usage[name] = await usageOf(name, fields);
  return usage;
};

// `vitest run -u` writes the file.
it("each operation of a scan takes what docs/cost.md reckons with", async () => {
  await expect(`${JSON.stringify(await measured(), undefined, 2)}\n`).toMatchFileSnapshot(
    `../../tools/docs/cost/usage.${site.name}.json`,
  );
});
