import { describe, expect, it } from "vitest";
import { call, done, refused, serves } from "../support/client.ts";
import { boxInfo, category, goodsWithHeadroom } from "../support/requests.ts";
import { boxNo, fresh, itemOf, ordered } from "../support/samples.ts";
import { site } from "../support/site.ts";

type Ref = { readonly box_no: string; readonly zongpai: string; readonly category?: string };

const goods = {
  what: "goods",
  save: "post-box",
  edit: "edit-box",
  takeOut: "delete-box",
  fresh: async (): Promise<Ref> => itemOf(fresh()),
} as const;
const attachment = {
  what: "an attachment",
  save: "post-attachment-box",
  edit: "patch-attachment-box",
  takeOut: "delete-attachment-box",
  fresh: async (): Promise<Ref> => ({
    box_no: boxNo(fresh()),
    zongpai: (await goodsWithHeadroom(30)).goods,
    category,
  }),
} as const;

/** The quantity of an item in its box; `undefined` if it is not there. */
const heldOf = async ({ box_no, zongpai, category }: Ref): Promise<number | undefined> => {
  const { items, entries } = await boxInfo(box_no);
  const held = category === undefined ? items : entries;
  return held.find((one) => one.zongpai === zongpai)?.quantity;
};

describe.each([goods, attachment])(
  "§4: correcting $what in a box",
  ({ save, edit, takeOut, fresh }) => {
    const saved = async () => {
      const item = await fresh();
      await done(save, { ...item, quantity: 5 });
      return item;
    };

    it("sets the quantity and answers what it recorded", async () => {
      const item = await saved();
      const { body } = await done(edit, { ...item, quantity: 8 });
      expect(body).toEqual({ ...item, quantity: 8, recorded_at: expect.any(String) });
      expect(await heldOf(item)).toBe(8);
    });

    it("refuses an item that is not in the box", async () => {
      await refused("itemNotFound", edit, { ...(await fresh()), quantity: 1 });
    });

    it("takes it out, answers how much that was, and lets it be saved again", async () => {
      const item = await saved();
      const { body } = await done(takeOut, item);
      expect(body).toEqual({ ...item, quantity: 5, recorded_at: expect.any(String) });
      expect(await heldOf(item)).toBeUndefined();
      await refused("itemNotFound", takeOut, item);
      await done(save, { ...item, quantity: 2 });
    });

    const compares = site.extensions.expectedQuantity && serves("move-item");
    it.runIf(compares)(
      "refuses a stale expected quantity with the current one, and changes nothing",
      async () => {
        const item = await saved();
        const { box_no: to_box_no } = await fresh();
        const asks = (...[first, second, third]: readonly [number, number, number]) =>
          [
            [edit, { ...item, quantity: 8, expected_quantity: first }],
            ["move-item", { ...item, to_box_no, quantity: 2, expected_quantity: second }],
            [takeOut, { ...item, expected_quantity: third }],
          ] as const;
        for (const [id, stale] of asks(4, 4, 4)) {
          const { body } = await refused("staleExpectedQuantity", id, stale);
          expect(body.message).toContain("5");
        }
        expect(await heldOf(item)).toBe(5);
        for (const [id, current] of asks(5, 8, 6)) await done(id, current);
        expect(await heldOf({ ...item, box_no: to_box_no })).toBe(2);
      },
    );
  },
);

if (site.box.beyondOrdered === "refuse")
  it("§8 a correction reserves an increase, and releases a decrease", async () => {
    const item = itemOf(fresh());
    await done("post-box", { ...item, quantity: ordered - 10 });
    await refused("boxedBeyondOrdered", "edit-box", { ...item, quantity: ordered + 1 });
    await done("edit-box", { ...item, quantity: ordered });
    await call("edit-box", { ...item, quantity: 1 });
    const other = { box_no: boxNo(fresh()), zongpai: item.zongpai };
    await done("post-box", { ...other, quantity: ordered - 1 });
    await call("delete-box", item);
    await done("edit-box", { ...other, quantity: ordered });
  });
