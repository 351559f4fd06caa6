import fc from "fast-check";
import { category, configure, other, saveEntry } from "./attachments.ts";
import { call } from "./client.ts";
import { location } from "./samples.ts";
import { site } from "./site.ts";

const drawn = {
  box: fc.nat(2),
  shelf: fc.integer({ min: 1, max: 10 }),
  quantity: fc.integer({ min: 1, max: 20 }),
  first: fc.boolean(),
  off: fc.boolean(),
};

type Asked = {
  readonly zongpai: string;
  readonly item: { readonly box_no: string; readonly zongpai: string };
  readonly to_box_no: string | undefined;
  readonly category: string;
  readonly quantity: number;
  readonly place: object;
  readonly off: boolean;
};

const requests = {
  configure: ({ zongpai, quantity, off }: Asked) =>
    configure(zongpai, { ...(off ? {} : { [category]: 2 * quantity }), [other]: 5 }),
  save: ({ item, quantity, category }: Asked) =>
    saveEntry(item.zongpai, item.box_no, quantity, category),
  edit: ({ item, category, quantity }: Asked) =>
    call("patch-attachment-box", { ...item, category, quantity }),
  delete: ({ item, category }: Asked) => call("delete-attachment-box", { ...item, category }),
  move: ({ item, to_box_no, category, quantity }: Asked) =>
    call("move-item", { ...item, to_box_no, category, quantity }),
  product: ({ item, quantity }: Asked) => call("post-box", { ...item, quantity }),
  productEdit: ({ item, quantity }: Asked) => call("edit-box", { ...item, quantity }),
  productDelete: ({ item }: Asked) => call("delete-box", item),
  productMove: ({ item, to_box_no, quantity }: Asked) =>
    call("move-item", { ...item, to_box_no, quantity }),
  locate: ({ zongpai, category, place }: Asked) =>
    call("post-attachment-location", { zongpai, category, ...place }),
  register: ({ zongpai, place }: Asked) => call("post-trace-location", { zongpai, ...place }),
  clear: ({ zongpai, category }: Asked) => call("clear-place", { zongpai, category }),
  clearGoods: ({ zongpai }: Asked) => call("clear-place", { zongpai }),
};

type Act = keyof typeof requests;
const served = (Object.keys(requests) as Act[]).filter(
  (act) => site.routes.clear || !act.startsWith("clear"),
);

/** One request of a scanner, accepted or refused. */
export const anyStep = fc.record({
  act: fc.constantFrom<Act>(...served, "configure", "configure", "save", "locate", "register"),
  ...drawn,
});

/** Sends one step for goods, into one of these boxes. */
export const take = (
  {
    act,
    box,
    shelf,
    quantity,
    first,
    off,
  }: typeof anyStep extends fc.Arbitrary<infer Step> ? Step : never,
  zongpai: string,
  boxes: readonly string[],
) =>
  requests[act]({
    zongpai,
    item: { box_no: boxes[box] ?? "", zongpai },
    to_box_no: boxes[(box + 1) % boxes.length],
    category: first ? category : other,
    quantity,
    place: off ? { off_shelf: true } : { location: location(shelf) },
    off,
  });
