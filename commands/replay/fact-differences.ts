import type { RouteAnswer } from "#lib/page/requests.ts";
import demo from "../../sites/demo.ts";
import { isAcceptable, type PlannedBox, type PlannedGoods } from "./read-plan.ts";

/** Facts about a box or goods, by name. */
type SubjectFacts = Readonly<Record<string, string | number | boolean | null | undefined>>;

const offShelf = "off shelf";

/** A sentence for each fact that differs from the files, or that only one side has. */
const factDifferences = (subject: string, found: SubjectFacts, wanted: SubjectFacts): string[] => {
  const names = new Set([...Object.keys(wanted), ...Object.keys(found)]);
  const differing = [...names].filter((name) => found[name] !== wanted[name]);
  return differing.map((name) => {
    const foundText = found[name] ?? "absent";
    const wantedText = wanted[name] ?? "that there is none";
    return `${subject}: ${name} is ${foundText}, the files say ${wantedText}`;
  });
};

type PackedLine = {
  readonly zongpai: string;
  readonly category?: string;
  readonly quantity: number;
};

const contentFacts = (kind: "item" | "entry", lines: readonly PackedLine[]): SubjectFacts =>
  Object.fromEntries(
    lines.map(({ zongpai, category, quantity }) => [
      [kind, zongpai, category].join(" ").trim(),
      quantity,
    ]),
  );

/** The differences between box info and the files. */
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
  const foundFacts = {
    ...{ erp_state, quantity, ...columns, items_quantity },
    ...contentFacts("item", items),
    ...contentFacts("entry", entries),
  };
  const wantedFacts = {
    erp_state: "live",
    quantity: box.quantity,
    ship_method: box.shipMethod,
    ship_date: box.shipDate,
    items_quantity: packed.reduce((sum, item) => sum + item.quantity, 0),
    ...contentFacts("item", packed),
    ...contentFacts("entry", attached),
  };
  return factDifferences(box.box_no, foundFacts, wantedFacts);
};

/** The differences between the place of goods in an overview and in the files. Boxes in the overview may lag, so box info compares them. */
export const placeDifferences = (
  { zongpai, location = offShelf }: PlannedGoods,
  { locations, off_shelf }: RouteAnswer<"location-overview">,
): string[] => {
  const places = [...locations, { ...off_shelf, location: offShelf }]
    .filter(({ items }) => items.some((item) => item.zongpai === zongpai && !item.category))
    .map((group) => group.location);
  return factDifferences(zongpai, { location: places.join(" and ") || undefined }, { location });
};

/** The facts of a category of goods, prefixed with the category's code. */
const categoryFacts = (category: string, facts: SubjectFacts): SubjectFacts =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [`${category} ${name}`, value]));

/** The differences between attachment status and the files. Goods without an attachment must have no category. */
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
  const foundFacts: SubjectFacts = Object.assign({}, ...found);
  if (!attachment) return factDifferences(zongpai, foundFacts, {});
  const { category, configured, packed } = attachment;
  const boxed = isAcceptable({ quantity: packed }) ? packed : 0;
  // On the demo site a box entry is evidence.
  const evidence = demo.attachment.evidence[boxed > 0 ? "present" : "absent"];
  const headroom = configured - boxed;
  const wantedFacts = categoryFacts(category, { configured, boxed, headroom, evidence, location });
  return factDifferences(zongpai, foundFacts, wantedFacts);
};
