import type { Placed } from "../domain/location.ts";
import type { Subject } from "../domain/operation.ts";
import type { Filter } from "../domain/overview.ts";

/** DynamoDB sorts text by UTF-8 bytes, JavaScript by UTF-16 units. */
export const byBytes = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Escapes a part of a key, so that no input can produce another item's key. All keys are built in this file. */
const part = (text: string): string =>
  text.replace(/[%#~]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);

/** The text of a part of a key. */
export const textOf = (escaped: string): string =>
  escaped.replace(/%(25|23|7e)/g, (code) => decodeURIComponent(code));

/** Sorts after every key that starts with the same prefix (`begins_with` is wrong in the embedded engine). */
const last = "\u{10FFFF}";

export type Key = { readonly pk: string; readonly sk: string };

export const nameOfKey = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

const suffix = (category: string | undefined) =>
  category === undefined ? "" : `#${part(category)}`;

const goodsPartition = (zongpai: string) => `Z#${part(zongpai)}`;
const boxPartition = (boxNo: string) => `B#${part(boxNo)}`;
/** A box has its operations beside what it holds, for nobody reads both. */
const operationsPartition = ({ zongpai, box_no }: Subject) =>
  zongpai === undefined ? `X#${part(box_no)}` : goodsPartition(zongpai);

export const goodsKey = (zongpai: string): Key => ({ pk: goodsPartition(zongpai), sk: "GOODS" });
export const operationKey = (of: Subject, id: string): Key => ({
  pk: operationsPartition(of),
  sk: `OP#${id}`,
});
export const locationKey = (zongpai: string, category?: string): Key => ({
  pk: goodsPartition(zongpai),
  sk: `LOC${suffix(category)}`,
});
/** Where a box stands: before what it holds, so that one query has both. */
export const boxLocationKey = (boxNo: string): Key => ({ pk: boxPartition(boxNo), sk: "#LOC" });
/** Of goods in a box, or of an attachment of them. */
export const boxItemKey = (boxNo: string, zongpai: string, category?: string): Key => ({
  pk: boxPartition(boxNo),
  sk: `Z#${part(zongpai)}${category === undefined ? "" : `#A${suffix(category)}`}`,
});
export const erpCopyKey = (boxNo: string): Key => ({ pk: boxPartition(boxNo), sk: "#ERP" });

/** The answers of the site that wrote the table; no request reads them. */
export const answersKey: Key = { pk: "SITE", sk: "ANSWERS" };

export type Span = { readonly pk: string; readonly from: string; readonly to: string };

const beginning = (pk: string, prefix: string): Span => ({
  pk,
  from: prefix,
  to: `${prefix}${last}`,
});

const later = (one: string, other: string) => (byBytes(one, other) > 0 ? one : other);
const earlier = (one: string, other: string) => (byBytes(one, other) > 0 ? other : one);

/** The part of a span after a position, whatever the position. */
const after = <Of extends Span>(position: string | undefined, span: Of): Of =>
  position === undefined
    ? span
    : { ...span, from: earlier(span.to, later(span.from, `${position}\u0000`)) };

/** The part of a span up to a position, itself included, whatever the position. */
const upTo = (position: string | undefined, span: Span): Span =>
  position === undefined ? span : { ...span, to: later(span.from, earlier(span.to, position)) };

/** The counters of goods and all locations, in one query. */
export const stateOf = (zongpai: string): Span => ({ ...locationsOf(zongpai), from: "GOODS" });

export const operationsOf = (of: Subject): Span => beginning(operationsPartition(of), "OP#");

export const locationsOf = (zongpai: string): Span => beginning(goodsPartition(zongpai), "LOC");

export type PlaceKey = { readonly place_pk: string; readonly place_sk: string };

/** The partition of the index that holds all places and kept refusals. 0.2.0 writes the same with one shard. */
export const placesPartition = "P#0";

/** Whether reads find an entry of the index under its partition: of all places, or of goods. */
export const isReadPartition = (placePk: string): boolean =>
  placePk === placesPartition || placePk.startsWith(goodsPartition(""));

const instant = (at: number) => String(at).padStart(15, "0");

/**
 * Index key of a place. On a shelf it sorts by area and location; off the shelf by the instant of the scan, oldest first. Without `S#`, an
 * area that starts with a letter beyond ASCII would sort after `~off`. A box comes before the goods of its place: no zongpai is empty.
 */
export const placeKey = (placed: Placed): PlaceKey => {
  const {
    zongpai = "",
    box_no,
    category = box_no,
    off_shelf,
    location = "",
    area = "",
    at,
  } = placed;
  const sort = off_shelf ? `~off#${instant(at)}` : `S#${part(area)}#${part(location)}`;
  return {
    place_pk: placesPartition,
    place_sk: `${sort}#${part(zongpai)}${suffix(category)}`,
  };
};

/** The span of the index that a filter covers after `position`. */
export const placeRange = ({ off_shelf, area, location }: Filter, position?: string): Span => {
  const prefix =
    (area === undefined ? "" : `S#${part(area)}#`) +
    (location === undefined ? "" : `${part(location)}#`);
  const from = prefix || (off_shelf ? "~off#" : "S#");
  const to = (prefix || (off_shelf === false ? "S#" : "~off#")) + last;
  return after(position, { pk: placesPartition, from, to });
};

/** What the sort key of a place on a shelf says. */
export const shelfIn = (placeSk: string) => {
  const [, area = "", location = "", zongpai, category] = placeSk.split("#").map(textOf);
  return { area, location, category, isBox: zongpai === "" };
};

/** A part of the shelves: those of an area, from `start` on, and what lies before them; or behind every area. */
export type AreaSpan = Span & { readonly area?: string; readonly start: string };

/** The shelves after `position`, cut behind each of these areas. */
export const areaSpans = (areas: readonly string[], position: string): AreaSpan[] => {
  const starts = areas.map((area) => ({ area, start: `S#${part(area)}#` }));
  const sorted = starts.toSorted((one, other) => byBytes(one.start, other.start));
  const all = [...sorted, { start: `S#${last}` }].map((one, at) => ({
    ...one,
    from: at === 0 ? "S#" : `${sorted[at - 1]?.start}${last}`,
    to: "area" in one ? `${one.start}${last}` : one.start,
  }));
  return all
    .filter(({ to }) => byBytes(position, to) < 0)
    .map((one) => after(position, { pk: placesPartition, ...one }));
};

/** No category has an empty code, so goods come before attachments. */
const boxesWith = (category = "") => `B#${part(category)}#`;

/** Index key of a box item, under its goods. */
export const boxOfGoodsKey = (zongpai: string, boxNo: string, category?: string): PlaceKey => ({
  place_pk: goodsPartition(zongpai),
  place_sk: `${boxesWith(category)}${part(boxNo)}`,
});

/** The boxes that hold goods, then those with their attachments; or those with one category; after `position`. */
export const boxesOf = (
  zongpai: string,
  { category, position }: { category?: string; position?: string } = {},
): Span =>
  after(
    position,
    beginning(goodsPartition(zongpai), category === undefined ? "B#" : boxesWith(category)),
  );

/** The ERP's copy, the place, items and entries of a box, after `position`. */
export const boxContentsOf = (boxNo: string, position?: string): Span =>
  after(position, { pk: boxPartition(boxNo), from: "#", to: `Z#${last}` });

/** Index key of an operation: by the instant at which it was recorded. */
export const historyKey = (zongpai: string, at: number, id: string): PlaceKey => ({
  place_pk: goodsPartition(zongpai),
  place_sk: `H#${instant(at)}#${id}`,
});

export const historySpan = (zongpai: string, position?: string): Span =>
  upTo(position, beginning(goodsPartition(zongpai), "H#"));

/** Index key of a kept refusal: after all places, by arrival. */
export const refusalKey = (code: string, at: number, id: string): PlaceKey => ({
  place_pk: placesPartition,
  place_sk: `~ref#${instant(at)}#${part(code)}#${id}`,
});

/** The refusals from an instant (epoch ms) up to a position. */
export const refusalSpan = (since: number, position?: string): Span =>
  upTo(position, { pk: placesPartition, from: `~ref#${instant(since)}`, to: `~ref#${last}` });
