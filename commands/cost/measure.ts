import { paginateScan } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Site } from "#lib/site/schema.ts";
import type { Table } from "#lib/store/client.ts";
import { table as layout } from "#lib/store/table.ts";
import { metered, type Sample } from "../bench/meter.ts";
import type { Bench } from "../bench/service.ts";
import { nameOf, type Step, stepsOn, type Unused } from "../bench/steps.ts";

/** What the table and its index grew by; bytes. */
type Stored = { readonly table: number; readonly index: number };

/** What one request took: units as the engine tells them, bytes, and how often the function waited for DynamoDB. */
export type Taken = Omit<Sample, "ms" | "waiting" | "entries"> & {
  readonly answerBytes: number;
  readonly logBytes: number;
  readonly stored: Stored;
};

export type Measured = {
  readonly id: string;
  readonly operation: string;
  readonly asksErp: boolean;
  readonly taken: Taken;
};

const { partitionKey, sortKey, index } = layout;
const indexed: readonly string[] = [
  partitionKey,
  sortKey,
  index.partitionKey,
  index.sortKey,
  ...index.projected,
];

/** Bytes of an item as JSON, a little more than DynamoDB counts, and the 100 that it adds to each when it bills. */
const sizeOf = (item: object): number => Buffer.byteLength(JSON.stringify(item)) + 100;

const storedNow = async ({ client, name }: Table): Promise<Stored> => {
  const stored = { table: 0, index: 0 };
  for await (const { Items = [] } of paginateScan(
    { client },
    { TableName: name, ConsistentRead: true },
  ))
    for (const item of Items.map((item) => unmarshall(item))) {
      stored.table += sizeOf(item);
      const projected = Object.fromEntries(
        Object.entries(item).filter(([name]) => indexed.includes(name)),
      );
      if (index.partitionKey in item) stored.index += sizeOf(projected);
    }
  return stored;
};

/** Runs a call and counts what it prints, which on Lambda is its log. */
const listening = async <Answer>(
  call: () => Promise<Answer>,
): Promise<{ answer: Answer; logBytes: number }> => {
  const { write } = process.stdout;
  let logBytes = 0;
  process.stdout.write = (chunk: string | Uint8Array) => {
    logBytes += Buffer.byteLength(chunk);
    return true;
  };
  try {
    return { answer: await call(), logBytes };
  } finally {
    process.stdout.write = write;
  }
};

/** Every operation once, and last a page of the overview of a warehouse that fills one. */
export const stepsFor = (unused: Unused, site: Site): Step[] => {
  const { goods, locations } = unused;
  const filling = goods.slice(5).map(
    (zongpai, at): Step => ({
      route: "post-trace-location",
      fields: { zongpai, location: locations[at % locations.length] },
    }),
  );
  return [
    ...stepsOn(unused, site),
    ...filling,
    { id: "overview-page", route: "location-overview", detail: "a page", fields: {} },
  ];
};

/** Runs the steps one after the other and measures those that have a name. */
export const measure = async (
  { site, table, prepared, warm }: Bench,
  steps: readonly Step[],
  done: () => void,
): Promise<Measured[]> => {
  const measured: Measured[] = [];
  await listening(warm);
  for (const { id, route, detail, fields, refused, asksErp = false } of steps) {
    const call = prepared(route, fields, refused);
    done();
    if (id === undefined) {
      await listening(call);
      continue;
    }
    const before = await storedNow(table);
    const { answer: sample, logBytes } = await listening(() => metered(call));
    const after = await storedNow(table);
    const { answer, ms, waiting, entries, ...counts } = sample;
    const stored = { table: after.table - before.table, index: after.index - before.index };
    const taken = { ...counts, answerBytes: Buffer.byteLength(answer.body), logBytes, stored };
    measured.push({ id, operation: nameOf({ route, detail }, site), asksErp, taken });
  }
  return measured;
};
