// @module-tag engine
import { type TransactWriteItem, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { PutCommand, QueryCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { deadlineWithin } from "#lib/domain/operation.ts";
import type { Table } from "#lib/store/client.ts";
import { addressToTable, putAction, updateAction } from "#lib/store/expression.ts";
import { table as engine } from "../support/table.ts";
import { compareSequences, inMemory, memory } from "./memory-table.ts";

const both = [engine, inMemory];
const soon = deadlineWithin(60_000);
const saved = (table: Table, Item: Record<string, unknown>) =>
  table.send(new PutCommand({ TableName: table.name, Item }), soon);
const pageOf = (table: Table, pk: string, ExclusiveStartKey?: Record<string, unknown>) =>
  table.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": pk },
      ExclusiveStartKey,
    }),
    soon,
  );

it("answers random commands as the embedded engine does, and stores the same rows", () =>
  compareSequences(25));

it("refuses too large items and ends a page at a megabyte, as engines do", async () => {
  for (const table of both) {
    for (const Item of [
      { pk: "large", sk: "a", text: "x".repeat(400 * 1_024) },
      { pk: "p".repeat(2_049), sk: "a" },
      { pk: "large", sk: "s".repeat(1_025) },
      { pk: "large", sk: "" },
    ])
      await expect(saved(table, Item)).rejects.toMatchObject({ name: "ValidationException" });
    const actions = Array.from({ length: 101 }, (_, n) => putAction({ pk: "many", sk: `${n}` }));
    const send = (TransactItems: TransactWriteItem[]) =>
      table.transact(new TransactWriteItemsCommand({ TransactItems }), soon);
    const asSent = actions.map((action) => addressToTable(table.name, action));
    await expect(send(asSent)).rejects.toMatchObject({ name: "ValidationException" });
    // DynamoDB Local cancels this transaction, too.
    await expect(send([...asSent.slice(0, 1), ...asSent.slice(0, 1)])).rejects.toMatchObject({
      name: expect.stringMatching(/^(ValidationException|TransactionCanceledException)$/),
    });
    expect(await send(asSent.slice(0, 100))).toBeDefined();
    for (const sk of ["a", "b", "c", "d"])
      await saved(table, { pk: "large", sk, text: "x".repeat(390 * 1_024) });
    // Only the embedded engine leaves the row that fills the megabyte to the next page.
    const { Count, LastEvaluatedKey } = await pageOf(table, "large");
    const read = table === inMemory ? 3 : Number(Count);
    expect([2, 3]).toContain(read);
    expect([Count, LastEvaluatedKey]).toEqual([read, { pk: "large", sk: "abcd"[read - 1] }]);
    expect(await pageOf(table, "large", LastEvaluatedKey)).toMatchObject({ Count: 4 - read });
  }
});

it("shows a write in the index after as many others as it lags behind", async () => {
  const shown = async () => {
    const { Items = [] } = await inMemory.send(
      new QueryCommand({
        TableName: inMemory.name,
        IndexName: "byPlace",
        KeyConditionExpression: "place_pk = :pk",
        ExpressionAttributeValues: { ":pk": "lagging" },
      }),
      soon,
    );
    return Items.map(({ pk }) => pk);
  };
  memory.indexLag = 1;
  await saved(inMemory, { pk: "first", sk: "a", place_pk: "lagging", place_sk: "1" });
  expect(await shown()).toEqual([]);
  await saved(inMemory, { pk: "second", sk: "a", place_pk: "lagging", place_sk: "2" });
  expect(await shown()).toEqual(["first"]);
  memory.indexLag = 0;
  expect(await shown()).toEqual(["first", "second"]);
});

it("is scanned in segments and pages that hold each row once", async () => {
  const names = Array.from({ length: 40 }, (_, n) => `scanned-${"x".repeat(n)}`);
  const { Update } = updateAction({ pk: "", sk: "a" }, { set: { quantity: 1 } });
  for (const pk of names) await saved(inMemory, { ...Update.Key, pk });
  const found: unknown[] = [];
  for (const Segment of [0, 1, 2]) {
    let start: Record<string, unknown> | undefined;
    do {
      const segment = { Segment, TotalSegments: 3, Limit: 7 };
      const { Items = [], LastEvaluatedKey } = await inMemory.send(
        new ScanCommand({ TableName: inMemory.name, ExclusiveStartKey: start, ...segment }),
        soon,
      );
      found.push(...Items.map(({ pk }) => pk).filter((pk) => String(pk).startsWith("scanned")));
      start = LastEvaluatedKey;
    } while (start);
  }
  expect(found.toSorted()).toEqual(names.toSorted());
});
