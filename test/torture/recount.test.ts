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
): Try => {
  const answered = verdict === "silence" ? Number.POSITIVE_INFINITY : sent + 100;
  return { sent, answered, verdict, text, replayed };
};
const text = JSON.stringify({ ...item, quantity: 3, recorded_at: new Date(at).toISOString() });
const done = (replayed = false) => made("done", { text, replayed });

const row = { pk: "Z#PO4-1", sk: "OP#k#key", zongpai: "PO4-1", route: "post-box", at };
const saved: Row = {
  ...row,
  event: { kind: "saved", box_no: "BX4", quantity: 3 },
  result: { ...item, quantity: 3, recorded_at: at },
};
const held = (quantity = 3): Row => ({ pk: "B#BX4", sk: "Z#PO4-1", quantity });

const save = (tries: Try[]): Scan => {
  const fields = { ...item, quantity: 3 };
  return { n: 1, route: "post-box", key: "key", fields, item, tries };
};
/** The violations that are found of one save with these answers, before a table with these rows. */
const violationsOf = (tries: Try[], rows: readonly Row[]): Violation[] => {
  const found: Violation[] = [];
  const table = new Map(rows.map((row) => [nameOf(row), row]));
  const observed = { scans: [save(tries)], sights: [], items: [item], keyed: true };
  recount(observed, table, demo, (violation) => found.push(violation));
  return found;
};

describe("the recount of a torture", () => {
  it("has nothing to say of a save that is answered, recorded and there, however often it was sent", () => {
    expect(violationsOf([done()], [saved, held()])).toEqual([]);
    expect(violationsOf([made("silence"), made("timeout"), done(true)], [saved, held()])).toEqual(
      [],
    );
    // Another request of the key recorded it: the first was rightly answered that it did nothing.
    const early = made("throttled", { sent: at - 4_000 });
    expect(violationsOf([early, done()], [saved, held()])).toEqual([]);
  });

  it.each<[string, Try[], Row[], Violation]>([
    ["a success without a row", [done()], [], "lost"],
    [
      "a row that no command asked for",
      [done()],
      [saved, held(), { ...saved, sk: "OP#k#other" }],
      "doubled",
    ],
    [
      "an item that was recorded otherwise",
      [done()],
      [saved, held(4)],
      "histories without an order",
    ],
    ["two first answers to one key", [done(), done()], [saved, held()], "wrongly replayed"],
    [
      "a refusal of what was recorded",
      [made("categoryNotConfigured")],
      [saved, held()],
      "refused but recorded",
    ],
    [
      "a record of what was not to be recorded",
      [made("throttled")],
      [saved, held()],
      "nothing but recorded",
    ],
    ["a fault of the service", [made("internal"), done()], [saved, held()], "internal faults"],
  ])("finds %s", (_, tries, rows, violation) => {
    expect(violationsOf(tries, rows)).toEqual([violation]);
  });
});
