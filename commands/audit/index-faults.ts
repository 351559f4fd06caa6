import { placeOf } from "#lib/domain/location.ts";
import type { Site } from "#lib/site/schema.ts";
import { ItemRow } from "#lib/store/boxes.ts";
import { categoriesIn, countersOfCategory } from "#lib/store/categories.ts";
import type { TableItem } from "#lib/store/expression.ts";
import { goodsSeenIn } from "#lib/store/goods.ts";
import {
  boxOfGoodsKey,
  historyKey,
  nameOfKey,
  placeKey,
  refusalKey,
  type TableKey,
} from "#lib/store/keys.ts";
import { lastSeenOf } from "#lib/store/locations.ts";
import type { AttributeDifference, GoodsCounters } from "./counter-faults.ts";
import { keyOfRow, type RowName } from "./row-of-key.ts";

/** Groups differences by the key of their row. */
export const groupByRow = <Difference extends AttributeDifference>(
  differences: readonly Difference[],
): [TableKey, Difference[]][] => {
  const groups = Map.groupBy(differences, ({ key }) => nameOfKey(key)).values();
  return [...groups].map((ofRow) => [(ofRow[0] as Difference).key, ofRow]);
};

/** The counters of a goods row, for each of its categories. @throws Error if an attribute has a value that this service never writes */
export const countersOf = (item: TableItem): GoodsCounters => {
  const { verified_at: _, ...product } = goodsSeenIn(item);
  const categories = [...categoriesIn(item)].map(
    (category) => [category, countersOfCategory(item, category)] as const,
  );
  return { ...product, categories: new Map(categories) };
};

type RowNameOf<Kind extends RowName["kind"]> = Extract<RowName, { kind: Kind }>;
type ItemName = RowNameOf<"item">;
export type PlaceName = RowNameOf<"location">;

const requireSameNames = (row: TableItem, { kind, ...names }: ItemName | PlaceName) => {
  const wanted: Record<string, string | undefined> = { category: undefined, ...names };
  for (const [name, value] of Object.entries(wanted))
    if (row[name] !== value) throw new Error(`its ${name} is not the one that its key names`);
};

/** The item of a box. @throws Error if the row does not match its key */
export const itemOf = (row: TableItem, name: ItemName) => {
  requireSameNames(row, name);
  return ItemRow.parse(row);
};

/** The last place of goods, an attachment or a box. @throws Error if the row does not match its key */
export const placeOfRow = (row: TableItem, name: PlaceName) => {
  requireSameNames(row, name);
  return lastSeenOf(row);
};

const indexFaults = (
  row: TableItem,
  { zongpai, category }: { readonly zongpai?: string; readonly category?: string },
  expectedAttributes: Readonly<Record<string, string | undefined>>,
): AttributeDifference[] =>
  Object.entries(expectedAttributes).flatMap(([attribute, expected]) => {
    const found = row[attribute] as string | undefined;
    const fault = { key: keyOfRow(row), attribute, zongpai, category, found, expected };
    return found === expected ? [] : { kind: "index" as const, ...fault };
  });

/** The faults of an operation that a list of the site shows. */
export const operationIndexFaults = (
  row: TableItem,
  { zongpai, box_no, id }: RowNameOf<"operation">,
  site: Site,
): AttributeDifference[] => {
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

export const itemIndexFaults = (row: TableItem, name: ItemName): AttributeDifference[] =>
  indexFaults(row, name, boxOfGoodsKey(name.zongpai, name.box_no, name.category));

/** The faults of a place in the index. The index has no row for goods that left. */
export const placeIndexFaults = (
  row: TableItem,
  name: PlaceName,
  site: Site,
): AttributeDifference[] => {
  const seen = placeOfRow(row, name);
  if ("cleared" in seen)
    return indexFaults(row, name, { place_pk: undefined, place_sk: undefined });
  const { area } = placeOf(seen, site);
  return indexFaults(row, name, { ...placeKey({ ...seen, area }), area });
};
