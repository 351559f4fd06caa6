import { describe, expect, it } from "vitest";
import { eventKinds, HistoryEvent, itemChangesOf } from "#lib/domain/events.ts";
import { deadlineWithin } from "#lib/domain/operation.ts";
import { readHistory } from "#lib/store/history.ts";
import { boxItemKey, boxOfGoodsKey, operationKey } from "#lib/store/keys.ts";
import { eventOf, putOperationRow, receiptOf } from "#lib/store/operations.ts";
import { judgeGoods } from "../../commands/audit/judge-goods.ts";
import { done, hasKeys, key } from "../support/client.ts";
import { anOperation } from "../support/operation.ts";
import { plantRow } from "../support/planted.ts";
import { boxNo, fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { rowAt, table } from "../support/table.ts";
import rows from "./rows/version-2.json" with { type: "json" };

// Rows that the service once wrote, each with its event, or `null` for a refusal. Never regenerate them.
const recorded = rows.filter(({ event }) => event);

describe("exactly once: an operation row", () => {
  it.for(rows)("says what it did: $row.route, $row.at", ({ row, event }) => {
    expect(eventOf(row) ?? null).toEqual(event);
  });

  it("has a kind that is known for ever", () => {
    const kinds = recorded.map(({ event }) => event?.kind);
    expect(Object.keys(eventKinds)).toEqual(expect.arrayContaining(kinds));
  });

  it("is the receipt of its request", () => {
    for (const { row, event } of rows) {
      const { fingerprint, invocation, result, refusal } = row;
      const answer = event ? { result } : { refusal };
      expect(receiptOf(row, { at: row.at })).toEqual({ fingerprint, invocation, ...answer });
    }
  });

  it("of an unknown version is neither history nor a receipt", () => {
    const row = { ...rows[0]?.row, v: 3 };
    expect(() => eventOf(row)).toThrow();
    expect(() => receiptOf(row, { at: 0 })).toThrow();
  });

  it("is written only with an event of a known shape", () => {
    const event: HistoryEvent = JSON.parse(
      '{ "kind": "saved", "box_no": "B", "quantity": "seven" }',
    );
    expect(() => putOperationRow(anOperation("G"), 1, {}, event)).toThrow();
  });

  it.runIf(hasKeys)("has the attributes from which 0.3.0 replays it", async () => {
    const [goods, headers] = [zongpai(fresh()), key()];
    await done("post-trace-location", { zongpai: goods, location: location(1) }, headers);
    const [client] = Object.values(headers);
    const row = await rowAt(operationKey({ zongpai: goods }, `k#${client}`));
    expect(row).toMatchObject({ v: 2, result: { zongpai: goods }, event: { kind: "moved" } });
    expect(row.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(row.invocation).toMatch(/^[\w-]{22}$/);
  });

  it("is in the history of its goods, in the order of recording", async () => {
    const goods = zongpai(fresh());
    for (const { row } of rows)
      await plantRow({ ...row, ...operationKey({ zongpai: goods }, row.sk), zongpai: goods });
    const history = await readHistory(table, { zongpai: goods }, deadlineWithin(5_000));
    const expected = recorded.toSorted((one, other) => one.row.at - other.row.at);
    expect(history.map(({ event }) => event)).toEqual(expected.map(({ event }) => event));
  });

  // The index may lag. The audit reads every box that history names, so that it never counts too little as boxed.
  it.for(
    recorded.flatMap(({ row, event }) =>
      itemChangesOf(HistoryEvent.parse(event)).map(([{ box_no }]) => ({ row, event, box_no })),
    ),
  )("leads the audit to each of its boxes: $row.route, $box_no", async ({ row, event, box_no }) => {
    const item = {
      box_no: boxNo(fresh()),
      zongpai: zongpai(fresh()),
      category: event && "category" in event ? event.category : undefined,
    };
    const named = JSON.stringify(row).replaceAll(`"${box_no}"`, `"${item.box_no}"`);
    await plantRow({ ...JSON.parse(named), ...operationKey({ zongpai: item.zongpai }, row.sk) });
    await plantRow({
      ...boxItemKey(item.box_no, item.zongpai, item.category),
      place_pk: boxOfGoodsKey(item.zongpai, item.box_no).place_pk,
      ...item,
      quantity: 3,
      at: 1,
    });
    const differences = (await judgeGoods(table, item.zongpai, [], site))?.differences;
    const kind = item.category === undefined ? "productBoxed" : "boxed";
    expect(differences).toContainEqual(expect.objectContaining({ kind, expected: 3 }));
  });
});
