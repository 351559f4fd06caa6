import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { HistoryEvent, touchedBy } from "#lib/domain/history.ts";
import { historyOf } from "#lib/store/history.ts";
import { boxItemKey, boxOfGoodsKey, operationKey } from "#lib/store/keys.ts";
import { eventOf, operationRow, receiptOf } from "#lib/store/operations.ts";
import { judgeGoods } from "../../commands/audit/judge-goods.ts";
import { linesOf } from "../../commands/trace/lines.ts";
import { boxNo, fresh, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { documents, table, tableName } from "../support/table.ts";
import version1 from "./rows/version-1.json" with { type: "json" };
import version2 from "./rows/version-2.json" with { type: "json" };

/** Rows as a service of each version wrote them, each with what it did, or `null` for a refusal. They are never made anew. */
const versions = { 1: version1, 2: version2 };
const all = Object.entries(versions).flatMap(([version, rows]) =>
  rows.map((one) => ({ version, ...one })),
);
const patiently = { left: () => 5_000 };
const write = (item: object) =>
  documents.send(new PutCommand({ TableName: tableName, Item: { ...item } }));

describe("an operation row", () => {
  for (const { version, row, event } of all)
    it(`of version ${version} says what it did: ${row.route}, ${row.at}`, () => {
      expect(eventOf(row) ?? null).toEqual(event);
    });

  for (const [version, rows] of Object.entries(versions))
    it(`of version ${version} is kept as data for every kind of event that it had`, () => {
      const later = version === "1" ? ["transferred", "cleared"] : [];
      const kinds = HistoryEvent.options
        .map(({ shape }) => shape.kind.value)
        .filter((kind) => !later.includes(kind));
      expect(new Set(rows.flatMap(({ event }) => event?.kind ?? []))).toEqual(new Set(kinds));
    });

  it("of every version is the receipt of its request", () => {
    for (const { row, event } of all) {
      const { fingerprint, invocation, result, refusal } = row as Partial<
        (typeof version2)[number]["row"]
      >;
      expect(receiptOf(row, { at: row.at })).toEqual({
        fingerprint,
        invocation,
        ...(event ? { result } : { refusal }),
      });
    }
  });

  it("of a version that this service does not know is neither history nor a receipt", () => {
    const row = { ...version2[0]?.row, v: 3 };
    expect(() => eventOf(row)).toThrow();
    expect(() => receiptOf(row, { at: 0 })).toThrow();
  });

  it("is written only with an event of a known shape", async () => {
    const operation = { route: "post-box", id: "s#1", zongpai: "G", at: 1 } as Parameters<
      typeof operationRow
    >[0];
    const event: HistoryEvent = JSON.parse(
      '{ "kind": "saved", "box_no": "B", "quantity": "seven" }',
    );
    expect(() => operationRow(operation, {}, event)).toThrow();
  });

  it("of any version is told by the history of its goods", async () => {
    const goods = zongpai(fresh());
    for (const { row, version } of all)
      await write({ ...row, ...operationKey(goods, `${version}${row.sk}`), zongpai: goods });
    const history = await historyOf(table, goods, patiently);
    const expected = all
      .filter(({ event }) => event)
      .toSorted((one, other) => one.row.at - other.row.at);
    expect(history.map(({ event }) => event)).toEqual(expected.map(({ event }) => event));
    const told = linesOf(history, site);
    expect(told).toHaveLength(expected.length);
    expect(told.filter(({ did }) => did === site.history.did.late)).toHaveLength(3);
  });

  // The index may lag, and the audit must not think less boxed than is: the boxes that history names are read, whatever it names.
  for (const [version, rows] of Object.entries(versions))
    for (const { row, event, touched } of rows.flatMap(({ row, event }) =>
      (event ? touchedBy(HistoryEvent.parse(event)) : []).map(({ box_no }) => ({
        row,
        event,
        touched: box_no,
      })),
    ))
      it(`of version ${version} leads the audit to each of its boxes: ${row.route}, ${touched}`, async () => {
        const [goods, box, category] = [
          zongpai(fresh()),
          boxNo(fresh()),
          event && "category" in event ? event.category : undefined,
        ];
        const named = JSON.parse(
          JSON.stringify(row).replaceAll(JSON.stringify(touched), JSON.stringify(box)),
        ) as object;
        await write({ ...named, ...operationKey(goods, row.sk) });
        const { place_pk } = boxOfGoodsKey(goods, box, category);
        await write({
          ...boxItemKey(box, goods, category),
          place_pk,
          box_no: box,
          zongpai: goods,
          category,
          quantity: 3,
          at: 1,
        });
        const differences = (await judgeGoods(table, goods, [], site))?.differences;
        const kind = category === undefined ? "productBoxed" : "boxed";
        expect(differences).toContainEqual(expect.objectContaining({ kind, expected: 3 }));
      });
});
