import type { RecordedPlace } from "../domain/location.ts";
import type { OperationSubject } from "../domain/operation.ts";
import type { PlaceFilter } from "../domain/overview.ts";

/** DynamoDB sorts text by UTF-8 bytes, JavaScript by UTF-16 units. */
export const compareBytes = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Escapes a part of a key, so that no input can produce another item's key. All keys are built in this file. */
const escapePart = (text: string): string =>
  text.replace(/[%#~]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);

/** The text of a part of a key. */
export const unescapePart = (escaped: string): string =>
  escaped.replace(/%(25|23|7e)/g, (code) => decodeURIComponent(code));

/** Sorts after every key that starts with the same prefix (`begins_with` is wrong in the embedded engine). */
const lastCharacter = "\u{10FFFF}";

export type TableKey = { readonly pk: string; readonly sk: string };

export const nameOfKey = ({ pk, sk }: TableKey): string => `${pk}\n${sk}`;

const categorySuffix = (category: string | undefined) =>
  category === undefined ? "" : `#${escapePart(category)}`;

const goodsPartition = (zongpai: string) => `Z#${escapePart(zongpai)}`;
const boxPartition = (boxNo: string) => `B#${escapePart(boxNo)}`;
/** The operations of a box are apart from its contents, because no request reads both. */
const operationsPartition = ({ zongpai, box_no }: OperationSubject) =>
  zongpai === undefined ? `X#${escapePart(box_no)}` : goodsPartition(zongpai);

export const goodsKey = (zongpai: string): TableKey => ({
  pk: goodsPartition(zongpai),
  sk: "GOODS",
});
export const operationKey = (subject: OperationSubject, id: string): TableKey => ({
  pk: operationsPartition(subject),
  sk: `OP#${id}`,
});
export const locationKey = (zongpai: string, category?: string): TableKey => ({
  pk: goodsPartition(zongpai),
  sk: `LOC${categorySuffix(category)}`,
});
/** The place of a box sorts before its contents, so that one query reads both. */
export const boxLocationKey = (boxNo: string): TableKey => ({
  pk: boxPartition(boxNo),
  sk: "#LOC",
});
/** The key of goods in a box, or of an attachment of them. */
export const boxItemKey = (boxNo: string, zongpai: string, category?: string): TableKey => {
  const attachment = category === undefined ? "" : `#A${categorySuffix(category)}`;
  return { pk: boxPartition(boxNo), sk: `Z#${escapePart(zongpai)}${attachment}` };
};
export const erpCopyKey = (boxNo: string): TableKey => ({ pk: boxPartition(boxNo), sk: "#ERP" });

/** The answers of the site that wrote the table; no request reads them. */
export const answersKey: TableKey = { pk: "SITE", sk: "ANSWERS" };

export type KeySpan = { readonly pk: string; readonly from: string; readonly to: string };

const spanOfPrefix = (pk: string, prefix: string): KeySpan => ({
  pk,
  from: prefix,
  to: `${prefix}${lastCharacter}`,
});

const laterKey = (one: string, other: string) => (compareBytes(one, other) > 0 ? one : other);
const earlierKey = (one: string, other: string) => (compareBytes(one, other) > 0 ? other : one);

/** The part of a span after a position, whatever the position. */
const spanAfter = <Span extends KeySpan>(position: string | undefined, span: Span): Span => {
  if (position === undefined) return span;
  const next = laterKey(span.from, `${position}\u0000`);
  return { ...span, from: earlierKey(span.to, next) };
};

/** The part of a span up to a position, itself included, whatever the position. */
const spanUpTo = (position: string | undefined, span: KeySpan): KeySpan => {
  if (position === undefined) return span;
  const last = earlierKey(span.to, position);
  return { ...span, to: laterKey(span.from, last) };
};

/** The counters of goods and all locations, in one query. */
export const stateSpan = (zongpai: string): KeySpan => ({
  ...locationsSpan(zongpai),
  from: "GOODS",
});

export const operationsSpan = (subject: OperationSubject): KeySpan =>
  spanOfPrefix(operationsPartition(subject), "OP#");

export const locationsSpan = (zongpai: string): KeySpan =>
  spanOfPrefix(goodsPartition(zongpai), "LOC");

export type IndexKey = { readonly place_pk: string; readonly place_sk: string };

/** The partition of the index that holds all places and kept refusals. */
const placesPartition = "P#0";

const instantPart = (at: number) => String(at).padStart(15, "0");

/**
 * Index key of a place. On a shelf it sorts by area and location; off the shelf by the instant of the scan, oldest first. Without `S#`, an
 * area that starts with a letter beyond ASCII would sort after `~off`. A box comes before the goods of its place: no zongpai is empty.
 */
export const placeKey = (place: RecordedPlace): IndexKey => {
  const { zongpai = "", box_no, off_shelf, location = "", area = "", at } = place;
  const group = off_shelf
    ? `~off#${instantPart(at)}`
    : `S#${escapePart(area)}#${escapePart(location)}`;
  const suffix = categorySuffix(place.category ?? box_no);
  return { place_pk: placesPartition, place_sk: `${group}#${escapePart(zongpai)}${suffix}` };
};

/** The span of the index that a filter covers after `position`. */
export const placeSpan = (
  { off_shelf, area, location }: PlaceFilter,
  position?: string,
): KeySpan => {
  const ofArea = area === undefined ? "" : `S#${escapePart(area)}#`;
  const ofLocation = location === undefined ? "" : `${escapePart(location)}#`;
  const prefix = ofArea + ofLocation;
  const from = prefix || (off_shelf ? "~off#" : "S#");
  const to = (prefix || (off_shelf === false ? "S#" : "~off#")) + lastCharacter;
  return spanAfter(position, { pk: placesPartition, from, to });
};

/** The parts of the sort key of a place on a shelf. */
export const shelfIn = (placeSk: string) => {
  const [, area = "", location = "", zongpai, category] = placeSk.split("#").map(unescapePart);
  return { area, location, category, isBox: zongpai === "" };
};

/**
 * A range of shelves: the shelves of an area from `start` on, with those between the area before and this one; or the shelves after every
 * area.
 */
export type AreaSpan = KeySpan & { readonly area?: string; readonly start: string };

/** The shelves after `position`, cut after each of these areas. */
export const areaSpans = (areas: readonly string[], position: string): AreaSpan[] => {
  const starts = areas.map((area) => ({ area, start: `S#${escapePart(area)}#` }));
  const sorted = starts.toSorted((one, other) => compareBytes(one.start, other.start));
  const afterAreas = { start: `S#${lastCharacter}` };
  const spans = [...sorted, afterAreas].map((part, index) => ({
    pk: placesPartition,
    ...part,
    from: index === 0 ? "S#" : `${sorted[index - 1]?.start}${lastCharacter}`,
    to: "area" in part ? `${part.start}${lastCharacter}` : part.start,
  }));
  return spans
    .filter(({ to }) => compareBytes(position, to) < 0)
    .map((span) => spanAfter(position, span));
};

/** No category has an empty code, so goods come before attachments. */
const boxesPrefix = (category = "") => `B#${escapePart(category)}#`;

/** Index key of a box item, under its goods. */
export const boxOfGoodsKey = (zongpai: string, boxNo: string, category?: string): IndexKey => ({
  place_pk: goodsPartition(zongpai),
  place_sk: `${boxesPrefix(category)}${escapePart(boxNo)}`,
});

/** The boxes that hold goods, then those with their attachments; or those with one category; after `position`. */
export const boxesOfGoodsSpan = (
  zongpai: string,
  { category, position }: { category?: string; position?: string } = {},
): KeySpan => {
  const prefix = category === undefined ? "B#" : boxesPrefix(category);
  return spanAfter(position, spanOfPrefix(goodsPartition(zongpai), prefix));
};

/** The ERP's copy, the place, items and entries of a box, after `position`. */
export const boxContentsSpan = (boxNo: string, position?: string): KeySpan =>
  spanAfter(position, { pk: boxPartition(boxNo), from: "#", to: `Z#${lastCharacter}` });

/** The items and entries of a box. */
export const itemsSpan = (boxNo: string): KeySpan => spanOfPrefix(boxPartition(boxNo), "Z#");

/** Index key of an operation: by the instant at which it was recorded. */
export const historyKey = (zongpai: string, at: number, id: string): IndexKey => ({
  place_pk: goodsPartition(zongpai),
  place_sk: `H#${instantPart(at)}#${id}`,
});

export const historySpan = (zongpai: string, position?: string): KeySpan =>
  spanUpTo(position, spanOfPrefix(goodsPartition(zongpai), "H#"));

/** Index key of a kept refusal: after all places, by arrival. */
export const refusalKey = (code: string, at: number, id: string): IndexKey => ({
  place_pk: placesPartition,
  place_sk: `~ref#${instantPart(at)}#${escapePart(code)}#${id}`,
});

/** The refusals from an instant (epoch ms) up to a position. */
export const refusalSpan = (since: number, position?: string): KeySpan =>
  spanUpTo(position, {
    pk: placesPartition,
    from: `~ref#${instantPart(since)}`,
    to: `~ref#${lastCharacter}`,
  });
