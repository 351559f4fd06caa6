import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { historyOf } from "#lib/store/history.ts";
import { goodsKey, operationsOf } from "#lib/store/keys.ts";
import { queryAll } from "#lib/store/query.ts";
import { type Line, linesOf } from "../../commands/trace/lines.ts";
import { tableOf } from "../../commands/trace/table.ts";
import {
  category,
  configure,
  goodsWithHeadroom,
  other,
  saveEntry,
} from "../support/attachments.ts";
import { audited } from "../support/audited.ts";
import { call, hasKeys, keyHeader } from "../support/client.ts";
import { spoil } from "../support/planted.ts";
import { boxNo, fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";

const linesOfGoods = async (goods: string): Promise<Line[]> =>
  linesOf(await historyOf(table, goods, { left: () => 5_000 }), site);
const { did } = site.history;
/** What each operation did, without who and when. */
const deedsOf = async (goods: string) =>
  (await linesOfGoods(goods)).map(({ recorded_at, registered_at, who, route, key, ...deed }) =>
    JSON.parse(JSON.stringify(deed)),
  );

describe("the history of goods", () => {
  it("is kept for as long as the site says", async () => {
    const goods = zongpai(fresh());
    const at = Date.now();
    await call("post-trace-location", { zongpai: goods, location: location(1) });
    const [row] = await queryAll(
      table,
      operationsOf(goods),
      { left: () => 5_000 },
      { consistent: true },
    );
    const { keepFor } = site.history;
    if (keepFor === false) expect(row).not.toHaveProperty("expires_at");
    else expect(Math.abs(Number(row?.expires_at) - at / 1_000 - keepFor * 86_400)).toBeLessThan(20);
  });

  it("says from which to which quantity, in the numbers of the wire, and which operation flipped evidence", async () => {
    const { goods } = await goodsWithHeadroom(20);
    const box = boxNo(fresh());
    const item = { box_no: box, zongpai: goods };
    const before = (await deedsOf(goods)).length;
    await call("post-attachment-location", { zongpai: goods, category, location: location(1) });
    await saveEntry(goods, box, 4);
    await call("patch-attachment-box", { ...item, category, quantity: 3 });
    const deeds = (await deedsOf(goods)).slice(before).filter((deed) => deed.did !== did.moved);
    expect(deeds.map(({ evidence, ...deed }) => deed)).toEqual([
      { did: did.saved, box_no: box, category, quantity: 4 },
      { did: did.corrected, box_no: box, category, before: { quantity: 4 }, quantity: 3 },
    ]);
    expect((await deedsOf(goods)).flatMap(({ evidence = [] }) => evidence)).toEqual([category]);
  });

  it("says what each configuration changed", async () => {
    const goods = zongpai(fresh());
    await configure(goods, { [category]: 4, [other]: 2 });
    await configure(goods, { [category]: 6 });
    await configure(goods, { [category]: 6 });
    const [four, two, six] = [4, 2, 6].map((quantity, at) => ({
      category: at === 1 ? other : category,
      quantity,
    }));
    expect(await deedsOf(goods)).toMatchObject([
      { entries: [four, two] },
      { before: { entries: [four, two] }, entries: [six] },
      { entries: [six] },
    ]);
  });

  it.runIf(hasKeys)(
    "has one line for a request that was sent three times, with its key",
    async () => {
      const [goods, key] = [zongpai(fresh()), randomUUID()];
      for (const _ of [1, 2, 3])
        await call(
          "post-trace-location",
          { zongpai: goods, location: location(1) },
          keyHeader(key),
        );
      expect(await linesOfGoods(goods)).toMatchObject([
        { route: "post-trace-location", key, did: did.moved },
      ]);
    },
  );

  it("shows a repair, and is a table on a terminal", async () => {
    const goods = zongpai(fresh());
    await call("post-box", { box_no: boxNo(fresh()), zongpai: goods, quantity: 2 });
    await spoil(goodsKey(goods), { boxed: 123_400 });
    await audited({ repairAs: "ada" });
    const lines = await linesOfGoods(goods);
    const unit = 10 ** site.formats.quantity.decimals;
    expect(lines.at(-1)).toMatchObject({
      who: "ada",
      route: "audit",
      corrections: [{ attribute: "boxed", from: 123_400 / unit, to: 2 }],
    });
    const table = tableOf(lines);
    expect(table).toContain(`boxed: ${123_400 / unit} → 2`);
    expect(table).toContain("ada");
  });
});
