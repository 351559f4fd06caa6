import fc from "fast-check";
import { category, configure, other, saveEntry } from "./attachments.ts";
import { call } from "./client.ts";
import { location } from "./samples.ts";

export type Step =
  | { readonly act: "configure"; readonly quantity: number; readonly both: boolean }
  | { readonly act: Moved; readonly box: number; readonly quantity: number; readonly first: boolean }
  | { readonly act: "locate" | "register"; readonly off: boolean; readonly shelf: number; readonly first: boolean };

type Moved = "save" | "edit" | "delete" | "move" | "product" | "productEdit" | "productDelete" | "productMove";

/** One request of a scanner, accepted or refused. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constant("configure" as const), quantity: fc.integer({ min: 1, max: 40 }), both: fc.boolean() }),
  fc.record({
    act: fc.constantFrom<Moved>("save", "save", "edit", "delete", "move", "product", "productEdit", "productDelete", "productMove"),
    box: fc.nat(2),
    quantity: fc.integer({ min: 1, max: 20 }),
    first: fc.boolean(),
  }),
  fc.record({ act: fc.constantFrom("locate" as const, "register" as const), off: fc.boolean(), shelf: fc.nat(9), first: fc.boolean() }),
);

/** Sends one step for goods, into one of these boxes. */
export const take = (step: Step, goods: string, boxes: readonly string[]) => {
  if (step.act === "configure") return configure(goods, step.both ? { [category]: step.quantity, [other]: 5 } : { [other]: 5 });
  const code = step.first ? category : other;
  if (!("box" in step)) {
    const place = step.off ? { off_shelf: true } : { location: location(1 + step.shelf) };
    return step.act === "register"
      ? call("post-trace-location", { zongpai: goods, ...place })
      : call("post-attachment-location", { zongpai: goods, category: code, ...place });
  }
  const item = { box_no: boxes[step.box] ?? "", zongpai: goods };
  const { quantity } = step;
  switch (step.act) {
    case "save":
      return saveEntry(goods, item.box_no, quantity, code);
    case "edit":
      return call("patch-attachment-box", { ...item, category: code, quantity });
    case "delete":
      return call("delete-attachment-box", { ...item, category: code });
    case "move":
      return call("move-item", { ...item, to_box_no: boxes[(step.box + 1) % boxes.length], category: code, quantity });
    case "product":
      return call("post-box", { ...item, quantity });
    case "productEdit":
      return call("edit-box", { ...item, quantity });
    case "productMove":
      return call("move-item", { ...item, to_box_no: boxes[(step.box + 1) % boxes.length], quantity });
    case "productDelete":
      return call("delete-box", item);
  }
};
