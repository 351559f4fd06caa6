import { describe, expect, it } from "vitest";
import demo from "../../sites/demo.ts";
import { recount, type Violation } from "./recount.ts";
import { nameOf, type Row } from "./rows.ts";
import type { Scan, Try } from "./scanner.ts";

const item = { box_no: "BX4", zongpai: "PO4-1" };
const at = Date.parse("2026-11-21T09:00:00Z");

const made = (
  verdict: Try["verdict"],
  { text = "", replayed = false, sent = at - 5 } = {},
): Try => ({
  ...{
    sent,
    answered: verdict === "silence" ? Number.POSITIVE_INFINITY : sent + 100,
    verdict,
    text,
    replayed,
  },
});
const answer = (quantity = 3) =>
  JSON.stringify({ ...item, quantity, recorded_at: new Date(at).toISOString() });
const done = (replayed = false) => made("done", { text: answer(), replayed });

const saved: Row = {
  ...{ pk: "Z#PO4-1", sk: "OP#k#key", zongpai: "PO4-1", route: "post-box", at },
  event: { kind: "saved", box_no: "BX4", quantity: 3 },
  result: { ...item, quantity: 3, recorded_at: at },
};
const refused: Row = {
  pk: "Z#PO4-1",
  sk: "OP#k#key",
  zongpai: "PO4-1",
  route: "post-box",
  at,
  refusal: { condition: "duplicateBoxItem" },
};
const held = (quantity = 3): Row => ({ pk: "B#BX4", sk: "Z#PO4-1", quantity });

/** The violations that are found of one save with these answers, before a table with these rows. */
const violationsOf = (tries: Try[], rows: readonly Row[]): Violation[] => {
  const found: Violation[] = [];
  const scan: Scan = {
    n: 1,
    route: "post-box",
    key: "key",
    fields: { ...item, quantity: 3 },
    item,
    tries,
  };
  const table = new Map(rows.map((row) => [nameOf(row), row]));
  const observed = { scans: [scan], sights: [], items: [item], keyed: true };
  recount(observed, table, demo, (violation) => found.push(violation));
  return found;
};

describe("the recount of a torture", () => {
  it("has nothing to say of a save that is told, recorded and there, however often it was sent", () => {
    expect(violationsOf([done()], [saved, held()])).toEqual([]);
    expect(violationsOf([made("silence"), made("timeout"), done(true)], [saved, held()])).toEqual(
      [],
    );
    expect(violationsOf([made("duplicateBoxItem")], [refused])).toEqual([
      "histories without an order",
    ]);
  });

  it("calls lost what was told and has no row, and doubled a row that nobody asked for", () => {
    expect(violationsOf([done()], [])).toEqual(["lost"]);
    expect(violationsOf([done()], [saved, held(), { ...saved, sk: "OP#k#other" }])).toEqual([
      "doubled",
    ]);
  });

  it("finds no order where what was recorded is not there, or what is there was not recorded", () => {
    expect(violationsOf([done()], [saved])).toEqual(["histories without an order"]);
    expect(violationsOf([done()], [saved, held(4)])).toEqual(["histories without an order"]);
    expect(violationsOf([made("silence")], [held()])).toEqual(["histories without an order"]);
  });

  it("calls wrongly replayed two answers to one key, and an answer that the row does not have", () => {
    expect(violationsOf([done(), done()], [saved, held()])).toEqual(["wrongly replayed"]);
    expect(violationsOf([done(true)], [saved, held()])).toEqual(["wrongly replayed"]);
    expect(
      violationsOf([made("silence"), made("done", { text: answer(4) })], [saved, held()]),
    ).toEqual(["wrongly replayed"]);
  });

  it("tells a refusal, and a word that nothing was recorded, from the truth", () => {
    expect(violationsOf([made("categoryNotConfigured")], [saved, held()])).toEqual([
      "refused but recorded",
    ]);
    expect(violationsOf([made("throttled")], [saved, held()])).toEqual(["nothing but recorded"]);
    // Another request of the key may have recorded it: then the word was true of its own.
    expect(
      violationsOf([made("throttled", { sent: at - 4_000 }), done()], [saved, held()]),
    ).toEqual([]);
  });

  it("follows a move in both of its boxes: what left the one is in the other, and nowhere else", () => {
    const other = { ...item, box_no: "BX5" };
    const event = {
      kind: "transferred" as const,
      box_no: "BX4",
      to_box_no: "BX5",
      quantity: 3,
      left: 0,
    };
    const move: Row = {
      ...saved,
      sk: "OP#k#move",
      route: "move-item",
      at: at + 500,
      event,
      result: { recorded_at: at + 500 },
    };
    const fields = { ...item, to_box_no: "BX5", quantity: 3 };
    const verdict = made("done", {
      text: JSON.stringify({ recorded_at: new Date(at + 500).toISOString() }),
      sent: at + 495,
    });
    const scans: Scan[] = [
      {
        n: 1,
        route: "post-box",
        key: "key",
        fields: { ...item, quantity: 3 },
        item,
        tries: [done()],
      },
      { n: 2, route: "move-item", key: "move", fields, item, other, tries: [verdict] },
    ];
    const found = (...rows: Row[]): Violation[] => {
      const violations: Violation[] = [];
      const table = new Map([saved, move, ...rows].map((row) => [nameOf(row), row]));
      recount({ scans, sights: [], items: [item, other], keyed: true }, table, demo, (violation) =>
        violations.push(violation),
      );
      return violations;
    };
    expect(found({ ...held(), pk: "B#BX5" })).toEqual([]);
    expect(found(held(), { ...held(), pk: "B#BX5" })).toEqual(["histories without an order"]);
    expect(found()).toEqual(["histories without an order"]);
  });

  it("takes no 500 for an answer", () => {
    expect(violationsOf([made("internal"), done()], [saved, held()])).toEqual(["faults told"]);
  });
});
