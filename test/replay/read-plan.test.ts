import { expect, test } from "vitest";
import { erpRows, readPlan } from "../../commands/replay/read-plan.ts";
import { edited, fixture } from "./fixture.ts";

const planOf = (changed?: Parameters<typeof fixture>[0]) => readPlan(fixture(changed));

test("makes a line goods in its order's box, on its lowest LocationID", () => {
  const goods = planOf().goods.map(({ zongpai, box_no, product, ordered, received, location }) => [
    zongpai,
    box_no,
    product,
    ordered,
    received,
    location,
  ]);
  expect(goods).toEqual([
    ["PO4-5", "BX4", "BO-1", 3, 3, "L6-B-1"],
    ["PO4-6", "BX4", "NU-2", 550, 0, undefined],
    ["PO4-7", "BX4", "CA-3", 60, 58, undefined],
    ["PO5-8", "BX5", "BO-1", 4, 4, "L6-B-1"],
  ]);
});

const attachmentsOf = (changed?: Parameters<typeof fixture>[0]) =>
  planOf(changed).goods.map(({ zongpai, attachment }) => ({ zongpai, ...attachment }));

test("an attachment is configured as ordered and packed as received", () => {
  expect(attachmentsOf()).toEqual([
    { zongpai: "PO4-5", category: "FASTENERS", configured: 3, packed: 3 },
    { zongpai: "PO4-6", category: "CABLE", configured: 550, packed: 0 },
    { zongpai: "PO4-7", category: "MANUAL", configured: 60, packed: 58 },
    { zongpai: "PO5-8", category: "FASTENERS", configured: 4, packed: 4 },
  ]);
});

test("the subcategory decides the category, or else the product", () => {
  const categoryOf = (subcategory: string) =>
    attachmentsOf(edited("Product.csv", "CA-3,15,", `CA-3,${subcategory},`)).find(
      ({ zongpai }) => zongpai === "PO4-7",
    )?.category;
  expect(["15", "16", "17", '""', ""].map(categoryOf)).toEqual([
    "MANUAL",
    "FASTENERS",
    "CABLE",
    undefined,
    undefined,
  ]);
});

test("an excess is received, but no more than ordered is packed", () => {
  expect(attachmentsOf(edited("PurchaseOrderDetail.csv", "58.00", "61.00"))[2]).toMatchObject({
    configured: 60,
    packed: 60,
  });
});

test("a box holds what its lines ordered; no lines make no box", () => {
  expect(erpRows(planOf()).boxes).toEqual([
    { box_no: "BX4", quantity: 613, columns: ["5", "2011-12-24 00:00:00.000"] },
    { box_no: "BX5", quantity: 4, columns: ["2", "2012-03-17 00:00:00.000"] },
  ]);
});

test.each([
  ["a missing file", { "Product.csv": false as const }, /Product\.csv cannot be read: /],
  [
    "a missing column",
    edited("PurchaseOrderDetail.csv", "ReceivedQty", "Received"),
    /PurchaseOrderDetail\.csv cannot be read: .*undefined\n.*at ReceivedQty/,
  ],
  [
    "a quantity that is no number",
    edited("PurchaseOrderDetail.csv", "58.00", "many"),
    /PurchaseOrderDetail\.csv cannot be read: .*\n.*at ReceivedQty/,
  ],
])("%s is named", (_, changed, message) => {
  expect(() => planOf(changed)).toThrow(
    expect.objectContaining({ name: "UsageError", message: expect.stringMatching(message) }),
  );
});
