import { type ConditionOf, type Detail, DuplicateBoxItemError, Refusal } from "#lib/errors.ts";

export const refusals = () => [
  new Refusal("boxNotFound", { box_no: "BX4" }),

  // @ts-expect-error an unknown condition
  new Refusal("boxOnFire", {}),

  // @ts-expect-error a detail that the message does not name
  new Refusal("boxNotFound", { box: "BX4" }),

  // @ts-expect-error a missing detail
  new Refusal("itemNotFound", { box_no: "BX4" }),

  // @ts-expect-error a detail that is neither text nor number
  new Refusal("boxNotFound", { box_no: true }),

  // @ts-expect-error the specification's class lacks a detail of its message
  new DuplicateBoxItemError({ zongpai: "PO4-1", box_no: "BX4" }),
];

export const details: Detail<"bodyTooLarge"> = { limit: 4_096 };

export const product: ConditionOf<"product"> = "boxNotFound";

// @ts-expect-error a condition of the accessory group alone
export const accessory: ConditionOf<"product"> = "removalRefused";

// @ts-expect-error a condition that no gateway can raise
export const gateway: ConditionOf<"gateway"> = "duplicateBoxItem";
