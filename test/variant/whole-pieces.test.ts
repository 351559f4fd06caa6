import { describe, expect, it } from "vitest";
import { attributesOf } from "#lib/store/categories.ts";
import { goodsKey } from "#lib/store/keys.ts";
import { done, refused } from "../support/client.ts";
import { erp } from "../support/erp.ts";
import { spoil } from "../support/planted.ts";
import { boxInfo, category, configure, saveEntry, saveItem } from "../support/requests.ts";
import { boxNo, fresh, itemOf } from "../support/samples.ts";

/** Goods of which ten pieces are ordered, and a box. */
const orderOfTen = () => {
  const item = itemOf(fresh());
  erp.setOrdered(item.zongpai, 10);
  return item;
};
const inOtherBox = <Item extends object>(item: Item) => ({ ...item, box_no: boxNo(fresh()) });

describe("§4 no more boxed than ordered, in whole pieces", () => {
  it("records the last ordered piece, and not one more", async () => {
    const item = orderOfTen();
    await done("post-box", { ...item, quantity: 9 });
    await done("post-box", { ...inOtherBox(item), quantity: 1 });
    const over = inOtherBox(item);
    const { body } = await refused("boxedBeyondOrdered", "post-box", { ...over, quantity: 1 });
    expect(body.message).toContain("0 of 10 ordered");
    expect(await boxInfo(item.box_no)).toMatchObject({ items_quantity: 9 });
  });

  it("refuses one piece too much in the first save of goods, too", async () => {
    const item = orderOfTen();
    await refused("boxedBeyondOrdered", "post-box", { ...item, quantity: 11 });
    await done("post-box", { ...item, quantity: 10 });
  });

  it("corrects up to the last ordered piece, and not one more", async () => {
    const item = orderOfTen();
    await done("post-box", { ...item, quantity: 9 });
    await done("edit-box", { ...item, quantity: 10 });
    await refused("boxedBeyondOrdered", "edit-box", { ...item, quantity: 11 });
    await done("edit-box", { ...item, quantity: 9 });
    await done("post-box", { ...inOtherBox(item), quantity: 1 });
  });

  it("takes a correction to the same quantity where fewer are ordered by now", async () => {
    const item = orderOfTen();
    await saveItem(item, 10);
    await spoil(goodsKey(item.zongpai), { headroom: -5 });
    await done("edit-box", { ...item, quantity: 10 });
    await done("edit-box", { ...item, quantity: 9 });
    await refused("boxedBeyondOrdered", "edit-box", { ...item, quantity: 10 });
  });
});

describe("§8 goods that stay while their attachments need them, in whole pieces", () => {
  /** Ten pieces of goods in a box, of which seven are needed. */
  const needed = async () => {
    const item = orderOfTen();
    await configure(item.zongpai, { [category]: 50 });
    await saveItem(item, 10);
    await saveEntry(item.zongpai, item.box_no, 7);
    return item;
  };

  it("may be taken down to what attachments need, and not one further", async () => {
    const item = await needed();
    await refused("capExceeded", "edit-box", { ...item, quantity: 6 });
    await done("edit-box", { ...item, quantity: 7 });
    await refused("capExceeded", "edit-box", { ...item, quantity: 6 });
  });

  it("takes corrections to the same quantity where attachments need more by now", async () => {
    const item = await needed();
    await spoil(goodsKey(item.zongpai), { [attributesOf(category).headroom]: -3 });
    await done("edit-box", { ...item, quantity: 10 });
    await done("patch-attachment-box", { ...item, category, quantity: 7 });
    await refused("capExceeded", "edit-box", { ...item, quantity: 9 });
    await refused("capExceeded", "patch-attachment-box", { ...item, category, quantity: 8 });
  });

  it("takes one attachment up to the boxed goods, and not one more", async () => {
    const item = await needed();
    await done("patch-attachment-box", { ...item, category, quantity: 10 });
    await refused("capExceeded", "post-attachment-box", {
      ...inOtherBox(item),
      ...{ category, quantity: 1 },
    });
  });
});
