import { expect, it } from "vitest";
import { erpCopyKey, goodsKey, nameOfKey } from "#lib/store/keys.ts";
import { knownGoodsCache, rememberVerified } from "#lib/store/known-goods.ts";
import goodsCap from "../site/goods-cap.ts";
import { anOperation } from "../support/operation.ts";
import { table } from "../support/table.ts";

it("a process remembers at most 10,000 goods and boxes that it has seen verified", () => {
  const verified = new Map<string, string | undefined>();
  let most = 0;
  for (let goods = 0; goods <= 10_000; goods += 1) {
    rememberVerified({ ...table, verified }, goodsKey(`PO${goods}`));
    most = Math.max(most, verified.size);
  }
  expect([most, verified.size]).toEqual([10_000, 1]);
});

const save = { box_no: "BX1", zongpai: "PO1", quantity: 1 };
const [goods, box] = [nameOfKey(goodsKey("PO1")), nameOfKey(erpCopyKey("BX1"))];

it("a process forgets what a save did not find verified", () => {
  const verified = new Map<string, string | undefined>();
  const { remember } = knownGoodsCache({ ...table, verified }, goodsCap);
  remember(save, {}, "Desk lamp");
  expect([...verified]).toEqual([
    [goods, "Desk lamp"],
    [box, undefined],
  ]);
  remember(save, { box: true }, "Desk lamp");
  expect([...verified.keys()]).toEqual([goods]);
  remember(save, { zongpai: true }, undefined);
  expect([...verified.keys()]).toEqual([box]);
});

it.each([
  ["goods", box],
  ["box", goods],
])("a save reads its rows first where its %s was not seen verified", async (name, known) => {
  const verified = new Map([[known, undefined]]);
  const { findUnmet } = knownGoodsCache({ ...table, verified }, goodsCap);
  const unmet = await findUnmet(save, anOperation("PO1", "test"));
  const failed = unmet && "failed" in unmet ? [...unmet.failed.keys()] : [];
  expect(failed).toContain(name);
});
