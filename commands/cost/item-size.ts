import { table } from "#lib/store/table.ts";
import { assumptions } from "./assumptions.ts";

/** Bytes in the table and in its index. */
export type Sizes = { readonly table: number; readonly index: number };

type Item = Readonly<Record<string, unknown>>;

/** The size of a value by DynamoDB's rules (developer guide, "DynamoDB item sizes and formats"); numbers take a byte for two digits. */
const sizeOf = (value: unknown): number => {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return Math.ceil(String(Math.abs(value)).replace(/\D|0+$/g, "").length / 2) + 1;
  if (Array.isArray(value)) return 3 + value.reduce((sum: number, inner) => sum + 1 + sizeOf(inner), 0);
  if (typeof value === "object" && value !== null) return 3 + attributesOf(value as Item) + Object.keys(value).length;
  return 1;
};

const attributesOf = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOf(value), 0);

const { partitionKey, sortKey, index } = table;
const indexed: readonly string[] = [partitionKey, sortKey, index.partitionKey, index.sortKey, ...index.projected];

/** What an item takes of the table and, if it is in it, of the index, with what DynamoDB adds when it bills. */
export const sizesOf = (item: Item): Sizes => {
  const projected = Object.fromEntries(Object.entries(item).filter(([name]) => indexed.includes(name)));
  return {
    table: attributesOf(item) + assumptions.itemOverhead,
    index: index.partitionKey in item ? attributesOf(projected) + assumptions.itemOverhead : 0,
  };
};
