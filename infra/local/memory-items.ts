import type { Item } from "#lib/store/expression.ts";

/** A copy without what is undefined, as it would be read. */
export const copied = <Value>(value: Value): Value => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copied) as Value;
  const copy: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value))
    if (part !== undefined) copy[name] = copied(part);
  return copy as Value;
};

/** Bytes, as DynamoDB counts them. */
export const sizeOf = (value: unknown): number => {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return Math.ceil(String(value).length / 2) + 1;
  if (typeof value !== "object" || value === null) return 1;
  return Object.entries(value).reduce((sum, [name, part]) => sum + name.length + sizeOf(part), 0);
};
const sizes = new WeakMap<Item, number>();
export const sizeOfItem = (item: Item): number => {
  const size = sizes.get(item) ?? sizeOf(item);
  sizes.set(item, size);
  return size;
};
