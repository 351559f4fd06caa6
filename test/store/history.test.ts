import { describe, expect, it } from "vitest";
import { goodsKey, operationsSpan } from "#lib/store/keys.ts";
import { queryAll } from "#lib/store/query.ts";
import { tableOf } from "../../commands/trace/trace-table.ts";
import { audited, traced } from "../support/audited.ts";
import { spoil } from "../support/planted.ts";
import { register, saveItem } from "../support/requests.ts";
import { boxNo, fresh, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";

const deadline = { left: () => 5_000 };
const { keepFor } = site.history;

describe("the history of goods", () => {
  it("is kept for as long as the site says", async () => {
    const goods = zongpai(fresh());
    const at = Date.now();
    await register(goods);
    const [row] = await queryAll(table, operationsSpan({ zongpai: goods }), deadline, {
      consistent: true,
    });
    const end = row?.expires_at;
    // Between the time before the write and now.
    const kept = keepFor && keepFor * 86_400;
    if (kept === false) expect(end).toBeUndefined();
    else {
      expect(Number(end)).toBeGreaterThanOrEqual(Math.floor(at / 1_000) + kept);
      expect(Number(end)).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000) + kept);
    }
  });

  it("shows a repair, and is a table on a terminal", async () => {
    const goods = zongpai(fresh());
    await saveItem({ box_no: boxNo(fresh()), zongpai: goods }, 2);
    await spoil(goodsKey(goods), { boxed: 123_400 });
    await audited({ repairAs: "ada" });
    const lines = await traced({ zongpai: goods });
    const from = 123_400 / 10 ** site.formats.quantity.decimals;
    const corrections = [{ attribute: "boxed", from, to: 2 }];
    expect(lines.at(-1)).toMatchObject({ who: "ada", route: "audit", corrections });
    const shown = tableOf(lines);
    expect(shown).toContain(`boxed: ${from} → 2`);
    expect(shown).toContain("ada");
  });
});
