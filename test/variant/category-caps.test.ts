import { describe, expect, it } from "vitest";
import { boxes, category, configure, lineOf, other, saveEntry } from "../support/attachments.ts";
import { call } from "../support/client.ts";
import { expectError } from "../support/expect-error.ts";
import { fresh, zongpai } from "../support/samples.ts";

const cable = "CABLE";

/** Goods of which so much is in a box, with each category configured. */
const boxedGoods = async (quantity: number) => {
  const goods = zongpai(fresh());
  const held = boxes(3);
  const [box = ""] = held;
  await configure(goods, { [category]: 50, [other]: 50, [cable]: 5 });
  await call("post-box", { box_no: box, zongpai: goods, quantity });
  return { goods, held: held as [string, string, string] };
};

describe("on a site with a cap for each category", () => {
  it("the status tells the headroom of each by its own rule", async () => {
    const { goods } = await boxedGoods(3);
    expect([
      (await lineOf(goods))?.headroom,
      (await lineOf(goods, other))?.headroom,
      (await lineOf(goods, cable))?.headroom,
    ]).toEqual([8, 12, 5]);
  });

  it("a cap of each box holds for each box alone, for a save and for a correction", async () => {
    const { goods, held } = await boxedGoods(1);
    const [one, two, three] = held;
    for (const box of [one, two]) expect((await saveEntry(goods, box, 8)).status).toBe(201);
    const over = await saveEntry(goods, three, 9);
    expectError(over, "capExceeded", "accessory");
    expect(over.body.message).toContain("8 may still be boxed");
    await saveEntry(goods, three, 5);
    const entry = { box_no: three, zongpai: goods, category };
    const more = await call("patch-attachment-box", { ...entry, quantity: 9 });
    expectError(more, "capExceeded", "accessory");
    expect(more.body.message).toContain("3 may still be boxed, 4 was asked");
    expect((await call("patch-attachment-box", { ...entry, quantity: 8 })).status).toBe(200);
    expect(await lineOf(goods)).toMatchObject({ boxed_quantity: 24, headroom: 8 });
  });

  it("a cap by boxed goods holds for its category alone, also when goods are taken out", async () => {
    const { goods, held } = await boxedGoods(2);
    const [box] = held;
    expectError(await saveEntry(goods, box, 9, other), "capExceeded", "accessory");
    expect((await saveEntry(goods, box, 8, other)).status).toBe(201);
    expect((await saveEntry(goods, box, 8)).status).toBe(201);
    const less = await call("edit-box", { box_no: box, zongpai: goods, quantity: 1 });
    expectError(less, "capExceeded", "product");
    expect(less.body.message).toContain(other);
  });

  it("a configuration caps its category alone", async () => {
    const { goods, held } = await boxedGoods(2);
    const [box] = held;
    await saveEntry(goods, box, 5, cable);
    await saveEntry(goods, box, 8);
    const below = { [category]: 1, [other]: 50, [cable]: 5 };
    expect((await configure(goods, below)).status).toBe(200);
    expectError(
      await configure(goods, { ...below, [cable]: 4 }),
      "configuredBelowBoxed",
      "accessory",
    );
  });
});
