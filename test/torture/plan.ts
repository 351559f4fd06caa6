import { exampleRequest } from "#lib/openapi/examples.ts";
import type { WriteId } from "#lib/page/requests.ts";
import { routesOf } from "#lib/routes.ts";
import { alike } from "#lib/site/alike.ts";
import type { Site } from "#lib/site/schema.ts";
import { drawn } from "../../commands/replay/storm.ts";

/** One item of a box: goods, or with a category an attachment of them. */
export type ItemRef = {
  readonly box_no: string;
  readonly zongpai: string;
  readonly category?: string;
};

/** A write in canonical names, with the item of a box that it is about; a move has an `other` one. */
export type Command = {
  readonly n: number;
  readonly route: WriteId;
  readonly fields: Readonly<Record<string, unknown>> & { readonly zongpai: string };
  readonly item?: ItemRef;
  readonly other?: ItemRef;
};

/** Few goods and boxes, so that the commands meet. */
export const knownOf = ({ formats }: Site) => ({
  goods: alike(formats.zongpai, 8),
  boxes: alike(formats.boxNo, 2),
  shelves: alike(formats.location, 200),
});

type Known = ReturnType<typeof knownOf>;

/** How often each kind of write comes; any other is its example, for goods of this plan. */
const shares: Readonly<Partial<Record<WriteId, number>>> = {
  "post-box": 16,
  "edit-box": 16,
  "delete-box": 10,
  "move-item": 14,
  "post-attachment-box": 15,
  "patch-attachment-box": 13,
  "delete-attachment-box": 8,
  "put-attachment-config": 8,
  "post-trace-location": 7,
  "post-attachment-location": 7,
  "clear-place": 5,
};

/** The kind that a number from 0 to 1 draws. */
export const byWeight = <Kind>(kinds: readonly (readonly [Kind, number])[], drawn: number) => {
  let left = drawn * kinds.reduce((sum, [, weight]) => sum + weight, 0);
  const index = kinds.findIndex(([, weight]) => {
    left -= weight;
    return left < 0;
  });
  return kinds[index]?.[0] as Kind;
};

/** The largest quantity in the smallest unit of the site; a prime, so that no two near each other are the same. */
const largest = 9_973;

/** A number with the site's decimals as the integer that the store keeps. */
export const scaled = (quantity: unknown, { formats }: Site): number =>
  Math.round(Number(quantity) * 10 ** formats.quantity.decimals);

const quantityFrom = (units: number, { formats: { quantity } }: Site): number => {
  const scale = 10 ** quantity.decimals;
  return (
    Math.min(Math.round(quantity.most * scale), Math.round(quantity.least * scale) + units) / scale
  );
};

/** What was ordered of all goods: some saves are beyond it. */
export const ordered = (site: Site): number => quantityFrom(2 * largest, site);

/** The commands of a seed, by number; `last` is the quantity that an item was last seen with. */
export const planOf = (site: Site, known: Known, seed: number) => {
  const { attachment, extensions } = site;
  const writes = routesOf(site).filter(({ kind }) => kind === "write");
  const kinds = writes.map(({ id }) => [id as WriteId, shares[id as WriteId] ?? 5] as const);
  const codes = attachment.categories.map(({ code }) => code);

  return (n: number, last: (item: ItemRef) => number | undefined): Command => {
    const draw = (what: string) => drawn(seed, `${n} ${what}`);
    const of = <Value>(values: readonly Value[], what: string) =>
      values[Math.floor(draw(what) ** 3 * values.length)] as Value;
    const route = byWeight(kinds, draw("kind"));
    const zongpai = of(known.goods, "goods");
    const command = { n, route };
    const unlisted = writes.find(({ id }) => id === route && !(route in shares));
    if (unlisted) return { ...command, fields: { ...exampleRequest(unlisted, site), zongpai } };
    if (route === "put-attachment-config") {
      const entries = codes
        .filter((code) => draw(`has ${code}`) < 0.85)
        .map((category) => {
          const units = Math.floor(draw(`cap ${category}`) * 3 * largest);
          return { category, quantity: quantityFrom(units, site) };
        });
      return { ...command, fields: { zongpai, entries } };
    }
    const ofAttachment =
      route === "move-item" || route === "clear-place"
        ? draw("attachment") < 0.5
        : route.includes("attachment");
    const category = ofAttachment ? of(codes, "category") : undefined;
    if (route.endsWith("location") || route === "clear-place") {
      const place =
        route === "clear-place"
          ? {}
          : draw("off") < 0.3
            ? { off_shelf: true }
            : { location: of(known.shelves, "shelf") };
      const late = extensions.scannedAt && draw("late") < 0.3;
      const scanned_at = late
        ? new Date(Date.now() - Math.floor(draw("how late") * 5_000)).toISOString()
        : undefined;
      return { ...command, fields: { zongpai, category, ...place, scanned_at } };
    }
    const item = { box_no: of(known.boxes, "box"), zongpai, category };
    const some = quantityFrom((n * 7_919) % largest, site);
    const held = last(item);
    const compares = extensions.expectedQuantity && draw("expects") < 0.3;
    const expected_quantity = compares && !route.startsWith("post") ? held : undefined;
    if (route === "move-item") {
      const other = { ...item, box_no: known.boxes.find((box) => box !== item.box_no) ?? "" };
      // All of it, or a part; or what is not there any more, or never was.
      const quantity = draw("part") < 0.4 ? some : (held ?? some);
      const fields = { ...item, to_box_no: other.box_no, quantity, expected_quantity };
      return { ...command, fields, item, other };
    }
    const quantity = route.startsWith("delete") ? undefined : some;
    return { ...command, fields: { ...item, quantity, expected_quantity }, item };
  };
};
