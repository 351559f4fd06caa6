import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { answersKey } from "#lib/store/keys.ts";
import {
  checkTable,
  rememberAnswers,
  rememberedAnswers,
} from "../../commands/table/check-table.ts";
import { answersOf, differingAnswers } from "../../commands/table/remembered-answers.ts";
import { refusalsOf } from "../../commands/table/table-sentences.ts";
import { audited } from "../support/audited.ts";
import { plantRow } from "../support/planted.ts";
import { site } from "../support/site.ts";
import { documents, rowAt, table, tableName } from "../support/table.ts";
import tables from "./rows/one-shard.json" with { type: "json" };

// Rows of 0.2.0, in whose index more shards than one may be.
const { rows } = tables[site.name as keyof typeof tables];
const placed = rows.flatMap((row) =>
  row.place_pk?.startsWith("P#") ? [{ ...row, place_pk: row.place_pk }] : [],
);

/** The table remembers what 0.2.0 remembered of this site with such shards. */
const rememberShards = (shards: object) => {
  const answers = { ...answersOf(site), "location.shards": JSON.stringify(shards) };
  const Item = { ...answersKey, at: 1, answers };
  return documents.send(new PutCommand({ TableName: tableName, Item }));
};
const check = () => checkTable(table, site, 2);
/** The lines that tell an operator how 0.2.0 moves its rows. */
const steps = [
  expect.stringContaining("git switch --detach v0.2.0"),
  expect.stringContaining("{ write: 4, read: [4, 1] }"),
  expect.stringContaining("{ write: 1, read: [4, 1] }"),
  expect.stringContaining("npm run audit -- --site <site> --table <TableName> --repair --yes"),
  expect.stringMatching(/\{ write: 1, read: \[1\] \}.*step 4 again/),
];

beforeAll(async () => {
  for (const row of rows) await plantRow(row);
});
beforeEach(() => rememberShards({ write: 1, read: [1] }));

describe("npm run table -- check: a table of 0.2.0", () => {
  it.each([
    { write: 1, read: [1] },
    { read: [1], write: 1 },
  ])("fits with one shard: %j", async (shards) => {
    await rememberShards(shards);
    const found = await check();
    expect(found).toMatchObject({ changed: [], misfits: {}, rows: expect.any(Number) });
    expect(refusalsOf(found)).toEqual([]);
  });

  it.each([
    { write: 4, read: [4] },
    { write: 4, read: [4, 1] },
    { write: 1, read: [4, 1] },
  ])("is refused with the steps to one shard where it remembers %j", async (shards) => {
    await rememberShards(shards);
    const found = await check();
    const { answers = {} } = (await rememberedAnswers(table)) ?? {};
    expect(found.changed).toEqual([{ path: "location.shards", treatment: "onePartition" }]);
    expect(differingAnswers(answers, site)).toMatchObject([{ path: "location.shards" }]);
    const lines = refusalsOf(found);
    expect(lines[0]).toContain("location.shards");
    expect(lines).toEqual(expect.arrayContaining(steps));
  });

  it.each(placed)(
    "is refused with the steps where a row is in another shard: $place_sk",
    async (row) => {
      await plantRow({ ...row, place_pk: "P#3" });
      const found = await check();
      expect(found).toMatchObject({ changed: [], misfits: { partition: 1 } });
      const lines = refusalsOf(found);
      expect(lines[0]).toMatch(/^1 rows are outside of P#0/);
      expect(lines).toEqual(expect.arrayContaining(steps));
      await plantRow(row);
      expect((await check()).misfits).toEqual({});
    },
  );

  it("forgets its number of shards, so that 0.2.0 takes it back", async () => {
    await rememberAnswers(table, site, 2);
    expect((await rememberedAnswers(table))?.answers).toEqual(answersOf(site));
    expect(answersOf(site)).not.toHaveProperty("location.shards");
  });
});

it("a repair moves the rows of a table that nothing else uses", async () => {
  await rememberShards({ write: 3, read: [3] });
  await rememberAnswers(table, site, 2);
  for (const row of placed) await plantRow({ ...row, place_pk: "P#2" });
  await audited({ repairAs: "ada" });
  for (const { pk, sk } of placed)
    expect(await rowAt({ pk, sk })).toMatchObject({ place_pk: "P#0" });
  expect((await audited()).differences).toEqual([]);
  expect(await check()).toMatchObject({ changed: [], misfits: {} });
});
