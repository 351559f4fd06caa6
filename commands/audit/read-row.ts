import type { Site } from "#lib/site/schema.ts";
import type { Item } from "#lib/store/expression.ts";
import type { Key } from "#lib/store/keys.ts";
import {
  type Difference,
  itemIndexFaults,
  itemOf,
  operationIndexFaults,
  placeIndexFaults,
} from "./differences.ts";
import { keyOfRow, rowOfKey } from "./row-of-key.ts";

/** What a row shows without another read. */
type Seen = {
  /** The goods that it belongs to. */
  readonly zongpai?: string;
  /** The key of an item to which the index does not lead. */
  readonly unindexed?: Key;
  /** Of a key that nobody writes; and places in the index that are corrected at once: of operations and of rows in an old shard. */
  readonly differences?: readonly Difference[];
};

export const readRow = (row: Item, site: Site): Seen => {
  const key = keyOfRow(row);
  const name = rowOfKey(key);
  if (name === undefined) {
    const found = "names nothing that this service writes";
    return { differences: [{ kind: "unreadable", key, attribute: "pk", found }] };
  }
  if (name.kind === "copy" || name.kind === "answers") return {};
  const { zongpai } = name;
  try {
    switch (name.kind) {
      case "item":
        itemOf(row, name);
        return itemIndexFaults(row, name).length === 0 ? { zongpai } : { zongpai, unindexed: key };
      case "operation":
        return { zongpai, differences: operationIndexFaults(row, name, site) };
      case "location": {
        const faults = placeIndexFaults(row, name, site);
        return { zongpai, differences: faults.filter(({ kind }) => kind === "shard") };
      }
      default:
        return { zongpai };
    }
  } catch {
    // Reported when the goods are judged.
    return name.kind === "item" ? { zongpai, unindexed: key } : { zongpai };
  }
};
