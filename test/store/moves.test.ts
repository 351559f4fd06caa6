import { describe, expect, it } from "vitest";
import { historyOf } from "#lib/store/history.ts";
import { goodsKey } from "#lib/store/keys.ts";
import { revOf } from "../../commands/audit/snapshot.ts";
import { linesOf } from "../../commands/trace/lines.ts";
import { lineOf } from "../support/attachments.ts";
import { audited } from "../support/audited.ts";
import { call } from "../support/client.ts";
import { inBoxes, laidOut, rush } from "../support/rush.ts";
import { site } from "../support/site.ts";
import { rowAt, table } from "../support/table.ts";

const revisionOf = async (goods: string) => revOf(await rowAt(goodsKey(goods)));
const scale = 10 ** site.formats.quantity.decimals;
const success = site.success["move-item"];

describe.each([
  ["goods", false],
  ["an attachment", true],
])("moves of %s by many clients at once", (_, attachment) => {
  it("keep every unit", async () => {
    const laid = await laidOut(6, 10, attachment);
    const statuses = (await rush(laid, ["move"], 60)).map(({ status }) => status);
    expect(statuses).not.toContain(500);
    expect(statuses).toContain(success);
    expect(await inBoxes(laid)).toBe(30 * scale);
    expect((await audited()).differences).toEqual([]);
  });

  it("with saves, corrections and deletions leave what history says", async () => {
    const laid = await laidOut(5, 8, attachment);
    const answers = await rush(laid, ["save", "edit", "delete", "move", "move"], 90);
    const statuses = answers.filter(({ act }) => act === "move").map(({ status }) => status);
    const moved = statuses.filter((status) => status === success).length;
    const lines = await historyOf(table, laid.goods, { left: () => 20_000 });
    const moves = lines.filter(({ event }) => event.kind === "transferred").length;
    expect(moves).toBeGreaterThanOrEqual(moved);
    expect(moves).toBeLessThanOrEqual(moved + statuses.filter((status) => status >= 500).length);
    // It compares each item with its lines.
    expect((await audited()).differences).toEqual([]);
  });
});

describe("moves", () => {
  it("leave a cap as full as it is: no save gets in between", async () => {
    const laid = await laidOut(6, 10, true);
    const headroom = async () => (await lineOf(laid.goods))?.headroom;
    await laid.save(laid.held[5] ?? "", (await headroom()) ?? 0);
    const full = await inBoxes(laid);
    await rush(laid, ["move", "move", "save"], 60);
    expect(await inBoxes(laid)).toBe(full);
    expect(await headroom()).toBe(0);
  });

  it("have both boxes in the history, and count in the revision that an audit compares", async () => {
    const { held, ref, goods } = await laidOut(2, 10, false);
    const [box_no, to_box_no] = held;
    const before = await revisionOf(goods);
    await call("move-item", { box_no, to_box_no, ...ref, quantity: 4 });
    expect(await revisionOf(goods)).toBe((before ?? 0) + 1);
    const lines = linesOf(await historyOf(table, goods, { left: () => 5_000 }), site);
    const last = { route: "move-item", box_no, to_box_no, quantity: 4, before: { quantity: 10 } };
    expect(lines.at(-1)).toMatchObject(last);
  });

  it("of the same item into one box: one of eight wins", async () => {
    const laid = await laidOut(2, 10, false);
    const [box_no, to_box_no] = laid.held;
    const move = () => call("move-item", { box_no, to_box_no, ...laid.ref, quantity: 10 });
    const answers = await Promise.all(Array.from({ length: 8 }, move));
    expect(answers.filter(({ status }) => status === success)).toHaveLength(1);
    expect(await inBoxes(laid)).toBe(10 * scale);
  });
});
