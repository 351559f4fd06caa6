import type { RouteAnswer } from "#lib/page/requests.ts";
import demo from "../../sites/demo.ts";
import { isAcceptable, type PlannedBox, type PlannedGoods } from "./read-plan.ts";

/** What is known of a box or of goods, by the name of each fact. */
type SubjectFacts = Readonly<Record<string, string | number | boolean | null | undefined>>;

const offShelf = "off shelf";

/** A sentence for each fact that is otherwise than the files say, or that only one side knows. */
const factDifferences = (subject: string, found: SubjectFacts, wanted: SubjectFacts): string[] =>
  [...new Set([...Object.keys(wanted), ...Object.keys(found)])]
    .filter((name) => found[name] !== wanted[name])
    .map(
      (name) =>
        `${subject}: ${name} is ${found[name] ?? "absent"}, the files say ${wanted[name] ?? "that there is none"}`,
    );

type PackedLine = {
  readonly zongpai: string;
  readonly category?: string;
  readonly quantity: number;
};

const contentFacts = (what: "item" | "entry", lines: readonly PackedLine[]): SubjectFacts =>
  Object.fromEntries(
    lines.map(({ zongpai, category, quantity }) => [
      [what, zongpai, category].join(" ").trim(),
      quantity,
    ]),
  );

/** What box info says otherwise than the files. */
export const boxDifferences = (box: PlannedBox, info: RouteAnswer<"get-box-info">): string[] => {
  const packed = box.goods
    .map(({ zongpai, received: quantity }) => ({ zongpai, quantity }))
    .filter(isAcceptable);
  const attached = box.goods
    .flatMap(({ zongpai, attachment: { category, packed: quantity } = {} }) =>
      quantity === undefined ? [] : { zongpai, category, quantity },
    )
    .filter(isAcceptable);
  const { erp_state, quantity, columns, items_quantity, items, entries } = info;
  const found = { erp_state, quantity, ...columns, items_quantity };
  return factDifferences(
    box.box_no,
    { ...found, ...contentFacts("item", items), ...contentFacts("entry", entries) },
    {
      erp_state: "live",
      quantity: box.quantity,
      ship_method: box.shipMethod,
      ship_date: box.shipDate,
      items_quantity: packed.reduce((sum, { quantity }) => sum + quantity, 0),
      ...contentFacts("item", packed),
      ...contentFacts("entry", attached),
    },
  );
};

/** What an overview of goods says otherwise than the files of their place. The boxes in it may lag, and are compared by box. */
export const placeDifferences = (
  { zongpai, location = offShelf }: PlannedGoods,
  { locations, off_shelf }: RouteAnswer<"location-overview">,
): string[] => {
  const places = [...locations, { ...off_shelf, location: offShelf }]
    .filter(({ items }) => items.some((item) => item.zongpai === zongpai && !item.category))
    .map((group) => group.location);
  return factDifferences(zongpai, { location: places.join(" and ") || undefined }, { location });
};

/** The facts of one category of goods, by the site's code of it. */
const categoryFacts = (category: string, facts: SubjectFacts): SubjectFacts =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [`${category} ${name}`, value]));

/** What attachment status says otherwise than the files; goods without an attachment have no category at all. */
export const statusDifferences = (
  { zongpai, attachment, location = offShelf }: PlannedGoods,
  { categories }: RouteAnswer<"get-attachment-status">,
): string[] => {
  const found = categories.map(
    ({ category, configured_quantity: configured, boxed_quantity: boxed, off_shelf, ...rest }) => {
      const { headroom, evidence } = rest;
      const location = off_shelf ? offShelf : rest.location;
      return categoryFacts(category, { configured, boxed, headroom, evidence, location });
    },
  );
  const all: SubjectFacts = Object.assign({}, ...found);
  if (!attachment) return factDifferences(zongpai, all, {});
  const { category, configured, packed } = attachment;
  const boxed = isAcceptable({ quantity: packed }) ? packed : 0;
  // On the demo site a box entry is evidence.
  const evidence = demo.attachment.evidence[boxed > 0 ? "present" : "absent"];
  const headroom = configured - boxed;
  const wanted = categoryFacts(category, { configured, boxed, headroom, evidence, location });
  return factDifferences(zongpai, all, wanted);
};
