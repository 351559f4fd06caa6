import fc from "fast-check";
import { exampleRequestOf } from "#lib/openapi/examples.ts";
import type { WriteId } from "#lib/page/requests.ts";
import { routesOf, v1 } from "#lib/routes.ts";
import { moreExamples } from "#lib/site/more-examples.ts";
import type { Site } from "#lib/site/schema.ts";
import { erpModes } from "./erp.ts";
import { faultKinds } from "./faults.ts";

/** An item of a box: goods, or with a category one of their attachments. */
export type ItemRef = {
  readonly box_no: string;
  readonly zongpai: string;
  readonly category?: string | undefined;
};

/** Something with a place: goods, one of their attachments, or a box. */
export type PlacedRef = Partial<ItemRef>;

/** Few goods and boxes, so that the commands meet. Each crew has others. */
export const knownOf = ({ formats, attachment }: Site, goods: number, crew = 0) => {
  const ofCrew = (format: Site["formats"]["zongpai"], count: number) =>
    moreExamples(format, (crew + 1) * count).slice(crew * count);
  const names = {
    goods: ofCrew(formats.zongpai, goods),
    boxes: ofCrew(formats.boxNo, 2),
    shelves: moreExamples(formats.location, 200),
    codes: attachment.categories.map(({ code }) => code),
  };
  const items = names.boxes.flatMap((box_no) =>
    names.goods.flatMap((zongpai) =>
      [undefined, ...names.codes].map((category): ItemRef => ({ box_no, zongpai, category })),
    ),
  );
  return { ...names, items };
};
export type Known = ReturnType<typeof knownOf>;

/** The largest quantity in the site's smallest unit. It is a prime, so that quantities drawn in sequence differ. */
const largest = 9_973;

/** A quantity as the integer that the store keeps, in units of the site's last decimal. */
export const scaled = (quantity: unknown, { formats }: Site): number =>
  Math.round(Number(quantity) * 10 ** formats.quantity.decimals);

const quantityFrom = (units: number, { formats: { quantity } }: Site): number => {
  const scale = 10 ** quantity.decimals;
  return (
    Math.min(Math.round(quantity.most * scale), Math.round(quantity.least * scale) + units) / scale
  );
};

/** The ordered quantity of all goods; some saves exceed it. */
export const ordered = (site: Site): number => quantityFrom(2 * largest, site);

/** The weight of each kind of write. */
const shares: Readonly<Partial<Record<WriteId, number>>> = {
  "post-box": 16,
  "edit-box": 16,
  "delete-box": 10,
  "move-item": 14,
  "post-attachment-box": 15,
  "patch-attachment-box": 13,
  "delete-attachment-box": 8,
  "put-attachment-config": 20,
  "post-trace-location": 7,
  "post-attachment-location": 7,
  "post-box-location": 4,
  "clear-place": 5,
  "clear-box": 3,
};

const chance = fc.nat(99);
const pace = fc.oneof(fc.constant(0), fc.nat(12));

/** Draws a scan. Its goods, boxes and places are numbers, which every site can translate. */
export const writeOn = (site: Site) =>
  fc.record({
    do: fc.constant("write"),
    route: fc.oneof(
      ...routesOf(site).flatMap(({ id, kind }) =>
        kind === "write"
          ? [{ weight: shares[id as WriteId] ?? 5, arbitrary: fc.constant(id as WriteId) }]
          : [],
      ),
    ),
    by: fc.nat(199),
    goods: fc.nat(7),
    box: fc.nat(1),
    code: fc.nat(7),
    units: fc.nat(largest),
    first: chance,
    second: chance,
    pace,
  });

const fault = fc.record({
  do: fc.constant("fault"),
  fault: fc.oneof(
    ...(["table", "network"] as const).map((at) =>
      fc.record({
        at: fc.constant(at),
        kind: fc.constantFrom(...faultKinds[at]),
        skip: fc.nat(9),
        ms: fc.oneof(fc.nat(30), fc.nat(3_000), fc.nat(60_000), fc.nat(21_600_000)),
      }),
    ),
  ),
  pace,
});

const events = [
  ...(["close", "crash", "open", "second", "sleep", "offline", "online", "full", "room"] as const),
  // Two pages are rarer than one, but more can go wrong with them.
  ...(["second", "second", "withdraw", "withdraw"] as const),
  ...([
    "overtake",
    "hide",
    "broken",
    "empty",
    "clockBack",
    "clockForward",
    "withdraw",
    "revoke",
    "renew",
  ] as const),
] as const;
const event = fc.record({
  do: fc.constantFrom(...events),
  by: fc.nat(199),
  ms: fc.nat(600_000),
  pace,
});

/** Draws one action or fault, and the number of turns that follow. */
const stepOn = (site: Site) =>
  fc.oneof(
    { weight: 62, arbitrary: writeOn(site) },
    {
      weight: 8,
      arbitrary: fc.record({ do: fc.constant("look"), by: fc.nat(199), box: fc.nat(1), pace }),
    },
    { weight: 14, arbitrary: fault },
    { weight: 12, arbitrary: event },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant("erp"), mode: fc.constantFrom(...erpModes), pace }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("lag"), writes: fc.nat(20), pace }) },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant("wait"),
        ms: fc.oneof(fc.nat(1_000), fc.nat(20_000), fc.nat(1_800_000)),
        pace,
      }),
    },
  );

export const runOn = (site: Site) =>
  fc.record({
    /** Few scanners are likelier, because each then does more and meets more faults. */
    scanners: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 200 })),
    /** With fewer goods more commands meet. */
    goods: fc.integer({ min: 1, max: 8 }),
    seed: fc.nat(),
    steps: fc.array(stepOn(site), { maxLength: 500, size: "max" }),
  });
export type Run = ReturnType<typeof runOn> extends fc.Arbitrary<infer Drawn> ? Drawn : never;
export type Step = Run["steps"][number];
type Write = Extract<Step, { do: "write" }>;

type Asking = {
  /** The quantity that a read has shown for an item. */
  readonly held?: (item: ItemRef) => Promise<number | undefined>;
  /** The revision that was shown for the configuration of goods. */
  readonly revision?: (zongpai: string) => number;
  /** The shelf that was shown for something; empty for none. */
  readonly shelf?: (placed: PlacedRef) => string;
  readonly now: number;
};

/** A write in canonical names. */
export const fieldsOf = async (
  { route, goods, box, code, units, first, second }: Write,
  site: Site,
  known: Known,
  { held, revision, shelf, now }: Asking,
): Promise<Readonly<Record<string, unknown>>> => {
  const { extensions } = site;
  const zongpai = known.goods[goods % known.goods.length] as string;
  if (!(route in shares)) return { ...exampleRequestOf(v1[route], site), zongpai };
  if (route === "put-attachment-config") {
    const entries = known.codes.flatMap((category, at) =>
      (first + at * 37) % 100 < 60
        ? [{ category, quantity: quantityFrom((units * (at + 1) * 3) % (3 * largest), site) }]
        : [],
    );
    const expected = extensions.expectedRevision && second < 50 && revision?.(zongpai);
    return typeof expected === "number"
      ? { zongpai, entries, expected_revision: expected }
      : { zongpai, entries };
  }
  const ofAttachment =
    route === "move-item" || route === "clear-place" ? code > 3 : route.includes("attachment");
  const category = ofAttachment ? { category: known.codes[code % known.codes.length] } : {};
  if (route.endsWith("location") || route.startsWith("clear")) {
    const place = route.startsWith("clear")
      ? {}
      : first < 30
        ? { off_shelf: true }
        : { location: known.shelves[units % known.shelves.length] };
    // Up to ten minutes earlier: more than the error that a date may have.
    const late = extensions.scannedAt && second < 30;
    const scanned_at = late ? { scanned_at: new Date(now - 60 * units).toISOString() } : {};
    const of =
      route === "post-box-location" || route === "clear-box"
        ? { box_no: known.boxes[box] }
        : { zongpai, ...category };
    const compares = extensions.expectedLocation && units % 100 < 40;
    const expected = compares && shelf ? { expected_location: shelf(of) } : {};
    return { ...of, ...place, ...scanned_at, ...expected };
  }
  const item = { box_no: known.boxes[box] as string, zongpai, ...category };
  const some = quantityFrom(units, site);
  const has = await held?.(item);
  const compares = extensions.expectedQuantity && first < 30 && !route.startsWith("post") && has;
  const expected = compares ? { expected_quantity: has } : {};
  if (route === "move-item") {
    const to_box_no = known.boxes[1 - box];
    // The whole quantity, a part of it, or a quantity that is not there.
    return { ...item, to_box_no, quantity: second < 40 ? some : (has ?? some), ...expected };
  }
  return { ...item, ...(route.startsWith("delete") ? {} : { quantity: some }), ...expected };
};
