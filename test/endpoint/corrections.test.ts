import { describe, expect, it } from "vitest";
import { call } from "../support/client.ts";
import { done, expectError, refused } from "../support/expect-error.ts";
import { boxNo, fresh, itemOf, ordered, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const saved = async (quantity: number) => {
  const n = fresh();
  const item = itemOf(n);
  await call("post-box", { ...item, quantity });
  return item;
};

const boxed = async (item: { box_no: string }) =>
  (await call("get-box-info", { box_no: item.box_no })).body;

describe("correcting a saved assignment", () => {
  it("sets the quantity and answers what it recorded", async () => {
    const item = await saved(5);
    const { body } = await done("edit-box", { ...item, quantity: 8 });
    expect(body).toEqual({ ...item, quantity: 8, recorded_at: expect.any(String) });
    expect(await boxed(item)).toMatchObject({ items_quantity: 8, items: [{ quantity: 8 }] });
  });

  it("refuses to correct goods that are not in the box", async () => {
    const item = { box_no: boxNo(fresh()), zongpai: zongpai(fresh()) };
    await refused("itemNotFound", "edit-box", { ...item, quantity: 1 });
    await refused("itemNotFound", "delete-box", item);
  });

  it("takes goods out of the box, answers how much that was, and lets them be saved again", async () => {
    const item = await saved(5);
    const { body } = await done("delete-box", item);
    expect(body).toEqual({ ...item, quantity: 5, recorded_at: expect.any(String) });
    expect((await boxed(item)).items).toEqual([]);
    await refused("itemNotFound", "delete-box", item);
    await done("post-box", { ...item, quantity: 2 });
  });

  it("serialises corrections of many scanners at once: the last recorded is what the box holds", async () => {
    const item = await saved(5);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => call("edit-box", { ...item, quantity: 10 + at })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(site.success["edit-box"]));
    const { items, items_quantity } = await boxed(item);
    const [{ quantity } = { quantity: 0 }] = items as { quantity: number }[];
    expect(items_quantity).toBe(quantity);
    expect(quantity).toBeGreaterThanOrEqual(10);
  });

  if (site.extensions.expectedQuantity) {
    it("compares and sets: a stale expected quantity is refused with the current one, and changes nothing", async () => {
      const item = await saved(5);
      const stale = await refused("staleExpectedQuantity", "edit-box", {
        ...item,
        quantity: 8,
        expected_quantity: 4,
      });
      expect(stale.body.message).toContain("5");
      await refused("staleExpectedQuantity", "delete-box", { ...item, expected_quantity: 4 });
      expect(await boxed(item)).toMatchObject({ items_quantity: 5 });
      await done("edit-box", { ...item, quantity: 8, expected_quantity: 5 });
      await done("delete-box", { ...item, expected_quantity: 8 });
    });

    it("lets one of many compare-and-set corrections win", async () => {
      const item = await saved(5);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          call("edit-box", { ...item, quantity: 10 + at, expected_quantity: 5 }),
        ),
      );
      expect(answers.filter(({ status }) => status === site.success["edit-box"])).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== site.success["edit-box"]))
        expectError(answer, "staleExpectedQuantity");
    });
  }

  if (site.box.beyondOrdered === "refuse")
    it("holds the ordered quantity on an increase, and gives back what a correction frees", async () => {
      const item = await saved(ordered - 10);
      await refused("boxedBeyondOrdered", "edit-box", { ...item, quantity: ordered + 1 });
      await done("edit-box", { ...item, quantity: ordered });
      await call("edit-box", { ...item, quantity: 1 });
      const other = { box_no: boxNo(fresh()), zongpai: item.zongpai };
      await done("post-box", { ...other, quantity: ordered - 1 });
      await call("delete-box", item);
      await done("edit-box", { ...other, quantity: ordered });
    });
});
