import { describe, expect, it } from "vitest";
import { historyOf } from "#lib/store/history.ts";
import { goodsKey } from "#lib/store/keys.ts";
import { revOf } from "../../commands/audit/snapshot.ts";
import { linesOf } from "../../commands/trace/lines.ts";
import { lineOf } from "../support/attachments.ts";
import { audited } from "../support/audited.ts";
import { call } from "../support/client.ts";
import { inBoxes, laidOut, recordedOf, rush } from "../support/rush.ts";
import { site } from "../support/site.ts";
import { rowAt, table } from "../support/table.ts";

const revisionOf = async (goods: string) => revOf(await rowAt(goodsKey(goods)));

const scale = 10 ** site.formats.quantity.decimals;

describe("moves of many clients at once", () => {
  for (const attachment of [false, true])
    it(`keep every unit of ${attachment ? "an attachment" : "goods"}`, async () => {
      const laid = await laidOut(6, 10, attachment);
      const told = await rush(laid, ["move"], 60);
      expect(told.filter(({ status }) => status === 500)).toEqual([]);
      expect(told.some(({ status }) => status === site.success["move-item"])).toBe(true);
      expect(await inBoxes(laid)).toBe(30 * scale);
      expect((await audited()).differences).toEqual([]);
    });

  for (const attachment of [false, true])
    it(`with saves, corrections and deletions leave what history says of ${attachment ? "an attachment" : "goods"}`, async () => {
      const laid = await laidOut(5, 8, attachment);
      const told = (await rush(laid, ["save", "edit", "delete", "move", "move"], 90)).filter(
        ({ act }) => act === "move",
      );
      const moved = told.filter(({ status }) => status === site.success["move-item"]).length;
      const { sum, moves } = await recordedOf(laid);
      expect(moves).toBeGreaterThanOrEqual(moved);
      expect(moves).toBeLessThanOrEqual(moved + told.filter(({ status }) => status >= 500).length);
      expect(await inBoxes(laid)).toBe(sum);
      expect((await audited()).differences).toEqual([]);
    });

  it("leave a cap as full as it is: nothing gets in between", async () => {
    const { goods, held, save, ...laid } = await laidOut(6, 10, true);
    const headroom = (await lineOf(goods))?.headroom ?? 0;
    await save(held[5] ?? "", headroom);
    const full = await inBoxes({ goods, held, save, ...laid });
    await rush({ goods, held, save, ...laid }, ["move", "move", "save"], 60);
    expect(await inBoxes({ goods, held, save, ...laid })).toBe(full);
    expect((await lineOf(goods))?.headroom).toBe(0);
  });

  it("are told with both boxes by the history, and count in the revision that an audit compares", async () => {
    const { held, ref, goods } = await laidOut(2, 10, false);
    const before = await revisionOf(goods);
    await call("move-item", { box_no: held[0], to_box_no: held[1], ...ref, quantity: 4 });
    expect(await revisionOf(goods)).toBe((before ?? 0) + 1);
    expect(
      linesOf(await historyOf(table, goods, { left: () => 5_000 }), site).at(-1),
    ).toMatchObject({
      route: "move-item",
      ...{ box_no: held[0], to_box_no: held[1], quantity: 4, before: { quantity: 10 } },
    });
  });

  it("of the same item into one box: one wins, the others are told that it is there or gone", async () => {
    const { held, ref, goods, ...laid } = await laidOut(2, 10, false);
    const [from, to] = held;
    const move = { box_no: from, to_box_no: to, ...ref, quantity: 10 };
    const told = await Promise.all(Array.from({ length: 8 }, () => call("move-item", move)));
    expect(told.filter(({ status }) => status === site.success["move-item"])).toHaveLength(1);
    expect(await inBoxes({ held, ref, goods, ...laid })).toBe(10 * scale);
  });
});
