import { PutCommand } from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { expect, it } from "vitest";
import { firstOfAll } from "#lib/store/merged.ts";
import { sortKeyOf } from "#lib/store/query.ts";
import { documents, table, tableName } from "../support/table.ts";

const deadline = { left: () => 5_000 };
let runs = 0;

/** So many entries in each of the spans, one after the other; gives the spans. */
const fill = async (clumps: readonly (readonly [span: number, entries: number])[]) => {
  runs += 1;
  const pk = (span: number) => `M#${runs}#${span}`;
  const entries = clumps.flatMap(([span, count]) => Array<number>(count).fill(span));
  for (const [at, span] of entries.entries()) {
    const keys = { pk: `${pk(span)}#${at}`, sk: "M", place_pk: pk(span) };
    const Item = { ...keys, place_sk: String(at).padStart(4, "0"), at };
    await documents.send(new PutCommand({ TableName: tableName, Item }));
  }
  const spans = [0, 1, 2, 3].map((span) => ({ pk: pk(span), from: "0", to: "9" }));
  return { spans, all: entries.map((_, at) => String(at).padStart(4, "0")) };
};

it("the first entries of several spans are those of one list, forwards and backwards, however they lie", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(3), fc.nat(12)), { maxLength: 8 }),
      fc.integer({ min: 1, max: 30 }),
      async (clumps, most) => {
        const { spans, all } = await fill(clumps);
        const first = async (backwards: object) =>
          (await firstOfAll(table, spans, most, deadline, { ...backwards, only: [] })).map(
            sortKeyOf,
          );
        expect(await first({})).toEqual(all.slice(0, most));
        expect(await first({ backwards: true })).toEqual(all.toReversed().slice(0, most));
      },
    ),
    { numRuns: 20 },
  ));

it("of entries that lie in every span alike, at most half as many again are read as are shown", async () => {
  const alike = Array.from({ length: 100 }, (_, at) => [(at * 7 + (at >> 2)) % 4, 1] as const);
  const { spans } = await fill(alike);
  let read = 0;
  const name = "countRead";
  documents.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      read += (result.output as { readonly ScannedCount?: number }).ScannedCount ?? 0;
      return result;
    },
    { step: "initialize", name },
  );
  expect(await firstOfAll(table, spans, 51, deadline, { only: [] })).toHaveLength(51);
  documents.middlewareStack.remove(name);
  expect(read).toBeLessThanOrEqual(75);
});
