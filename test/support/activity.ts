import fc from "fast-check";
import { category, configure, other, saveEntry } from "./attachments.ts";
import { call } from "./client.ts";
import { location } from "./samples.ts";
import { site } from "./site.ts";

export type Step =
  | { readonly act: "configure"; readonly quantity: number; readonly both: boolean }
  | {
      readonly act: Moved;
      readonly box: number;
      readonly quantity: number;
      readonly first: boolean;
    }
  | {
      readonly act: Placed;
      readonly off: boolean;
      readonly shelf: number;
      readonly first: boolean;
    };

type Placed = "locate" | "register" | "clear" | "clearGoods";

type Moved =
  | "save"
  | "edit"
  | "delete"
  | "move"
  | "product"
  | "productEdit"
  | "productDelete"
  | "productMove";

/** Some sites do not serve it. */
const clearing: readonly Placed[] = site.routes.clear ? ["clear", "clearGoods"] : [];

/** One request of a scanner, accepted or refused. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    act: fc.constant("configure" as const),
    quantity: fc.integer({ min: 1, max: 40 }),
    both: fc.boolean(),
  }),
  fc.record({
    act: fc.constantFrom<Moved>(
      "save",
      "save",
      "edit",
      "delete",
      "move",
      "product",
      "productEdit",
      "productDelete",
      "productMove",
    ),
    box: fc.nat(2),
    quantity: fc.integer({ min: 1, max: 20 }),
    first: fc.boolean(),
  }),
  fc.record({
    act: fc.constantFrom<Placed>("locate", "register", ...clearing),
    off: fc.boolean(),
    shelf: fc.nat(9),
    first: fc.boolean(),
  }),
);

/** Sends one step for goods, into one of these boxes. */
export const take = (step: Step, goods: string, boxes: readonly string[]) => {
  if (step.act === "configure")
    return configure(goods, step.both ? { [category]: step.quantity, [other]: 5 } : { [other]: 5 });
  const code = step.first ? category : other;
  if (!("box" in step)) {
    if (step.act === "clear") return call("clear-place", { zongpai: goods, category: code });
    if (step.act === "clearGoods") return call("clear-place", { zongpai: goods });
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
      return call("move-item", {
        ...item,
        to_box_no: boxes[(step.box + 1) % boxes.length],
        category: code,
        quantity,
      });
    case "product":
      return call("post-box", { ...item, quantity });
    case "productEdit":
      return call("edit-box", { ...item, quantity });
    case "productMove":
      return call("move-item", {
        ...item,
        to_box_no: boxes[(step.box + 1) % boxes.length],
        quantity,
      });
    case "productDelete":
      return call("delete-box", item);
  }
};
