import { DuplicateBoxItemError, Refusal } from "#lib/errors.ts";

export const refusals = () => [
  new Refusal("boxNotFound", { box_no: "BX4" }),

  // @ts-expect-error an unknown condition
  new Refusal("boxOnFire", {}),

  // @ts-expect-error a detail that the message does not name
  new Refusal("boxNotFound", { box: "BX4" }),

  // @ts-expect-error a missing detail
  new Refusal("itemNotFound", { box_no: "BX4" }),

  // @ts-expect-error an item without its goods
  new Refusal("itemNotFound", { box_no: "BX4", item: "MANUAL PO4-1" }),

  // A box by itself has no goods.
  new Refusal("idempotencyKeyReused", { box_no: "BX4" }),

  // @ts-expect-error the specification's class lacks a detail of its message
  new DuplicateBoxItemError({ zongpai: "PO4-1", box_no: "BX4" }),
];
