import { placeOf } from "#lib/domain/location.ts";
import type { Site } from "#lib/site/schema.ts";
import { ItemRow } from "#lib/store/boxes.ts";
import { categoriesIn, countersOfCategory } from "#lib/store/categories.ts";
import type { Item } from "#lib/store/expression.ts";
import { goodsSeen } from "#lib/store/goods.ts";
import {
  boxOfGoodsKey,
  historyKey,
  type Key,
  nameOfKey,
  placeKey,
  refusalKey,
} from "#lib/store/keys.ts";
import { lastSeenOf } from "#lib/store/locations.ts";
import type { Counters, Difference } from "./faults.ts";
import { keyOfRow, type RowName } from "./row-of-key.ts";

export const byRow = <One extends Difference>(differences: readonly One[]): [Key, One[]][] =>
  [...Map.groupBy(differences, ({ key }) => nameOfKey(key)).values()].map((ofRow) => [
    (ofRow[0] as One).key,
    ofRow,
  ]);

/** The counters of a goods row, for every category that it has. @throws Error when an attribute has a value that this service never writes */
export const countersOf = (item: Item): Counters => {
  const { verified_at: _, ...product } = goodsSeen(item);
  const categories = [...categoriesIn(item)].map(
    (category) => [category, countersOfCategory(item, category)] as const,
  );
  return { ...product, categories: new Map(categories) };
};

type Name<Kind extends RowName["kind"]> = Extract<RowName, { kind: Kind }>;
type ItemName = Name<"item">;
export type PlaceName = Name<"location">;

const sameNames = (row: Item, { kind, ...names }: ItemName | PlaceName) => {
  const all: Record<string, string | undefined> = { category: undefined, ...names };
  for (const [name, value] of Object.entries(all))
    if (row[name] !== value) throw new Error(`its ${name} is not the one that its key names`);
};

/** The item of a box. @throws Error when the row is not the one that its key names */
export const itemOf = (row: Item, name: ItemName) => {
  sameNames(row, name);
  return ItemRow.parse(row);
};

/** Where goods, an attachment or a box were seen last. @throws Error when the row is not the one that its key names */
export const placeOfRow = (row: Item, name: PlaceName) => {
  sameNames(row, name);
  return lastSeenOf(row);
};

const indexFaults = (
  row: Item,
  { zongpai, category }: { readonly zongpai?: string; readonly category?: string },
  wanted: Readonly<Record<string, string | undefined>>,
): Difference[] =>
  Object.entries(wanted).flatMap(([attribute, expected]) => {
    const found = row[attribute] as string | undefined;
    const fault = { key: keyOfRow(row), attribute, zongpai, category, found, expected };
    return found === expected ? [] : { kind: "index" as const, ...fault };
  });

/** The faults of an operation that a list of the site shows. */
export const operationIndexFaults = (
  row: Item,
  { zongpai, box_no, id }: Name<"operation">,
  site: Site,
): Difference[] => {
  const { routes } = site;
  const at = Number(row.at);
  if (row.event !== undefined)
    return routes.history === false || zongpai === undefined
      ? []
      : indexFaults(row, { zongpai }, historyKey(zongpai, at, id));
  if (routes.refusals === false || row.asked === undefined) return [];
  const code = zongpai ?? box_no;
  return indexFaults(row, { zongpai }, refusalKey(code, at, id));
};

export const itemIndexFaults = (row: Item, name: ItemName): Difference[] =>
  indexFaults(row, name, boxOfGoodsKey(name.zongpai, name.box_no, name.category));

/** The faults of a place. A row of what left is not in the index. */
export const placeIndexFaults = (row: Item, name: PlaceName, site: Site): Difference[] => {
  const seen = placeOfRow(row, name);
  if ("cleared" in seen)
    return indexFaults(row, name, { place_pk: undefined, place_sk: undefined });
  const { area } = placeOf(seen, site);
  return indexFaults(row, name, { ...placeKey({ ...seen, area }), area });
};
