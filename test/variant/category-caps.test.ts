import "../store/audit-impossible.test.ts";
import { describe, expect, it } from "vitest";
import { done, expectError, refused } from "../support/client.ts";
import {
  boxes,
  category,
  configure,
  lineOf,
  other,
  saveEntry,
  saveItem,
  statusOf,
} from "../support/requests.ts";
import { fresh, zongpai } from "../support/samples.ts";

const cable = "CABLE";

/** Goods with this quantity in a box, and with every category configured. */
const boxedGoods = async (quantity: number) => {
  const goods = zongpai(fresh());
  const [one = "", two = "", three = ""] = boxes(3);
  await configure(goods, { [category]: 50, [other]: 50, [cable]: 5 });
  await saveItem({ box_no: one, zongpai: goods }, quantity);
  const save = (box_no: string, saved: number, code = category) =>
    done("post-attachment-box", { box_no, zongpai: goods, category: code, quantity: saved });
  return { goods, one, two, three, save };
};

describe("on a site with a cap for each category", () => {
  it("the status has the headroom of each by its own rule", async () => {
    const { goods } = await boxedGoods(3);
    const headroom = new Map((await statusOf(goods)).map((line) => [line.category, line.headroom]));
    expect([category, other, cable].map((code) => headroom.get(code))).toEqual([8, 12, 5]);
  });

  it("a cap per box limits each box alone, for a save and a correction", async () => {
    const { goods, one, two, three, save } = await boxedGoods(1);
    for (const box of [one, two]) await save(box, 8);
    expectError(await saveEntry(goods, three, 9), "capExceeded", "accessory");
    await save(three, 5);
    const entry = { box_no: three, zongpai: goods, category };
    const more = { ...entry, quantity: 9 };
    const { body } = await refused("capExceeded", "patch-attachment-box", more);
    expect(body.message).toContain("3 may still be boxed, not 4");
    await done("patch-attachment-box", { ...entry, quantity: 8 });
    expect(await lineOf(goods)).toMatchObject({ boxed_quantity: 24, headroom: 8 });
  });

  it("a cap by boxed goods limits its category alone, also after a removal", async () => {
    const { goods, one, save } = await boxedGoods(2);
    expectError(await saveEntry(goods, one, 9, other), "capExceeded", "accessory");
    await save(one, 8, other);
    await save(one, 8);
    const less = { box_no: one, zongpai: goods, quantity: 1 };
    expect((await refused("capExceeded", "edit-box", less)).body.message).toContain(other);
  });

  it("a removal is refused if attachments use a part of what it takes away", async () => {
    const { goods, one, save } = await boxedGoods(2);
    await save(one, 7, other);
    const less = { box_no: one, zongpai: goods, quantity: 1 };
    expect((await refused("capExceeded", "edit-box", less)).body.message).toContain(other);
  });

  it("a configuration caps its category alone", async () => {
    const { goods, one, save } = await boxedGoods(2);
    await save(one, 5, cable);
    await save(one, 8);
    const below = { [category]: 1, [other]: 50, [cable]: 5 };
    expect((await configure(goods, below)).status).toBe(200);
    const tooLow = await configure(goods, { ...below, [cable]: 4 });
    expectError(tooLow, "configuredBelowBoxed", "accessory");
  });
});
