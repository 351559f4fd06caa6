import type { Answer } from "#lib/page/requests.ts";
import demo from "../../sites/demo.ts";
import { acceptable, type Box, type Goods } from "./data.ts";

/** What can be said of a box or of goods: the name of each fact, and what it is. */
type Facts = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** How the facts of a place name goods, or an attachment, that are on no shelf. */
const offShelf = "off shelf";

/** A sentence for each fact that is otherwise than the files say; a fact that only one side knows is a difference too. */
const differences = (subject: string, found: Facts, wanted: Facts): string[] =>
  [...new Set([...Object.keys(wanted), ...Object.keys(found)])]
    .filter((name) => found[name] !== wanted[name])
    .map(
      (name) =>
        `${subject}: ${name} is ${found[name] ?? "absent"}, the files say ${wanted[name] ?? "that there is none"}`,
    );

type Line = Readonly<Record<"zongpai", string>> & {
  readonly category?: string;
  readonly quantity: number;
};

/** What is in a box, as an answer has it or as the files do. */
const contents = (what: "item" | "entry", lines: readonly Line[]): Facts => ({
  [`number of ${what === "item" ? "items" : "entries"}`]: lines.length,
  ...Object.fromEntries(
    lines.map(({ zongpai, category, quantity }) => [
      [what, zongpai, category].join(" ").trim(),
      quantity,
    ]),
  ),
});

/**
 * What box info says otherwise than the files: the ERP's part, every item with its quantity, the total, and the entries of the box's
 * attachments. A text says why there is no answer.
 */
export const boxDifferences = (box: Box, info: Answer<"get-box-info"> | string): string[] => {
  if (typeof info === "string") return [`${box.box_no}: ${info}`];
  const { erp_state, quantity, columns, items_quantity, items, entries } = info;
  const packed = box.goods.flatMap(({ zongpai, received }) =>
    acceptable(received) ? { zongpai, quantity: received } : [],
  );
  const attached = box.goods.flatMap(({ zongpai, attachment }) =>
    attachment && acceptable(attachment.packed)
      ? { zongpai, category: attachment.category, quantity: attachment.packed }
      : [],
  );
  const found: Facts = {
    erp_state,
    quantity,
    ...columns,
    items_quantity,
    ...contents("item", items),
    ...contents("entry", entries),
  };
  return differences(box.box_no, found, {
    erp_state: "live",
    quantity: box.quantity,
    ship_method: box.shipMethod,
    ship_date: box.shipDate,
    items_quantity: packed.reduce((sum, { quantity }) => sum + quantity, 0),
    ...contents("item", packed),
    ...contents("entry", attached),
  });
};

/** What an overview of goods says otherwise than the files of where they are. The boxes in it may lag, and are compared by box. */
export const placeDifferences = (
  { zongpai, location = offShelf }: Goods,
  view: Answer<"location-overview"> | string,
): string[] => {
  if (typeof view === "string") return [`${zongpai}: ${view}`];
  const groups = [...view.locations, { ...view.off_shelf, location: offShelf }];
  const places = groups.flatMap((group) =>
    group.items
      .filter((item) => item.zongpai === zongpai && item.category === undefined)
      .map(() => group.location),
  );
  return differences(zongpai, { location: places.join(" and ") || undefined }, { location });
};

/** The facts of one category of goods, by the site's code of it. */
const ofCategory = (category: string, facts: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [`${category} ${name}`, value]));

/** What attachment status says otherwise than the files; goods without an attachment have no category at all. */
export const statusDifferences = (
  { zongpai, attachment, location = offShelf }: Goods,
  status: Answer<"get-attachment-status"> | string,
) => {
  if (typeof status === "string") return [`${zongpai}: ${status}`];
  const found = status.categories.map(
    ({ category, configured_quantity: configured, boxed_quantity: boxed, off_shelf, ...rest }) => {
      const { headroom, evidence } = rest;
      return ofCategory(category, {
        configured,
        boxed,
        headroom,
        evidence,
        location: off_shelf ? offShelf : rest.location,
      });
    },
  );
  if (!attachment) return differences(zongpai, Object.assign({}, ...found), {});
  const { category, configured, packed } = attachment;
  const boxed = acceptable(packed) ? packed : 0;
  // On the demo site a box entry is evidence.
  const evidence = demo.attachment.evidence[boxed > 0 ? "present" : "absent"];
  const wanted = ofCategory(category, {
    configured,
    boxed,
    headroom: configured - boxed,
    evidence,
    location,
  });
  return differences(zongpai, Object.assign({}, ...found), wanted);
};
