import { expect, it } from "vitest";
import { readBoxInfo } from "#lib/domain/box-info.ts";
import { deadlineWithin } from "#lib/domain/operation.ts";
import { Refusal } from "#lib/errors.ts";
import demo from "../../sites/demo.ts";

/** Reads a box with a place while the look-up in the ERP fails. */
const readWith = (failure: Error) =>
  readBoxInfo(
    { box_no: "BX1" },
    {
      site: demo,
      at: 2,
      caller: () => ({ who: "ada", mayCall: () => true }),
      deadline: deadlineWithin(1_000),
      boxes: {
        readContents: async () => ({ items_quantity: 0, items: [], entries: [], registered_at: 1 }),
      },
      erp: {
        box: () => Promise.reject(failure),
        zongpai: () => Promise.reject(failure),
        boxesOfDay: () => Promise.reject(failure),
      },
      copies: { keepCopy: async () => {}, forgetCopy: async () => {}, countServedCopy: () => {} },
    },
  );

it("a box is shown while the ERP is unavailable, but not after a fault", async () => {
  expect(await readWith(new Refusal("erpUnavailable", {}))).toMatchObject({
    erp_state: "unavailable",
  });
  await expect(readWith(new TypeError("a fault"))).rejects.toThrow("a fault");
});

it("a box unknown to the ERP is shown while something is in it", async () => {
  const entry = { zongpai: "PO1", quantity: 1, at: 1 };
  const readUnknown = (items: readonly object[], entries: readonly object[]) =>
    readBoxInfo({ box_no: "BX1" }, {
      ...{ site: demo, at: 2, deadline: deadlineWithin(1_000) },
      caller: () => ({ who: "ada", mayCall: () => true }),
      boxes: { readContents: async () => ({ items_quantity: 1, items, entries }) },
      erp: { box: async () => undefined },
      copies: { keepCopy: async () => {}, forgetCopy: async () => {}, countServedCopy: () => {} },
    } as never);
  await expect(readUnknown([], [])).rejects.toMatchObject({ condition: "boxNotFound" });
  for (const [items, entries] of [
    [[entry], []],
    [[], [entry]],
    [[entry], [entry]],
  ] as const)
    expect(await readUnknown(items, entries)).toMatchObject({ erp_state: "absent" });
});
