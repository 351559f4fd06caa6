import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import type { RecordedClearing, RecordedPlace } from "#lib/domain/location.ts";
import { deadlineWithin } from "#lib/domain/operation.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Table } from "#lib/store/client.ts";
import { goodsKey, type TableKey } from "#lib/store/keys.ts";
import {
  type AttributeDifference,
  counterFaults,
  emptyCategoryRecount,
  type GoodsRecount,
} from "./counter-faults.ts";
import {
  countersOf,
  itemIndexFaults,
  itemOf,
  operationIndexFaults,
  placeIndexFaults,
  placeOfRow,
} from "./index-faults.ts";
import { orderFaults } from "./order-faults.ts";
import { keyOfRow } from "./row-of-key.ts";
import {
  type GoodsSnapshot,
  itemsTouchedBy,
  type NamedRow,
  revisionOf,
  snapshotOf,
} from "./snapshot.ts";

/** Whether an attachment with this last place counts as located on this site. */
const isLocated = (seen: RecordedPlace | RecordedClearing, { attachment }: Site): boolean =>
  !("cleared" in seen) && (!seen.off_shelf || attachment.offShelfIsLocated);

/** The differences of goods, and their rows, at a revision that did not change during the read. */
export type JudgedGoods = GoodsSnapshot & {
  readonly zongpai: string;
  readonly rev: number | undefined;
  readonly differences: readonly AttributeDifference[];
};

/** Counts a row, and returns the faults of the row itself. @throws Error if the row cannot be read */
const countRow = (
  recount: GoodsRecount,
  { row, name }: NamedRow,
  site: Site,
): AttributeDifference[] => {
  const recountOf = (category: string) => recount.categories.get(category) ?? emptyCategoryRecount;
  switch (name.kind) {
    case "item": {
      const { quantity, category } = itemOf(row, name);
      if (category === undefined) recount.boxed += quantity;
      else {
        const { boxed, largest, located } = recountOf(category);
        const counted = { boxed: boxed + quantity, largest: Math.max(largest, quantity), located };
        recount.categories.set(category, counted);
      }
      return itemIndexFaults(row, name);
    }
    case "location": {
      const located = isLocated(placeOfRow(row, name), site);
      if (name.category !== undefined)
        recount.categories.set(name.category, { ...recountOf(name.category), located });
      return placeIndexFaults(row, name, site);
    }
    case "operation":
      itemsTouchedBy(row);
      return operationIndexFaults(row, name, site);
  }
  return [];
};

const unreadableRow = (
  zongpai: string | undefined,
  key: TableKey,
  error: unknown,
): AttributeDifference => ({
  kind: "unreadable",
  key,
  attribute: "pk",
  zongpai,
  found: error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message,
});

/** The faults of a box row. No counter includes it. */
export const judgeBoxRow = (namedRow: NamedRow, site: Site): AttributeDifference[] => {
  try {
    return countRow({ boxed: 0, categories: new Map() }, namedRow, site);
  } catch (error) {
    return [unreadableRow(undefined, keyOfRow(namedRow.row), error)];
  }
};

/** The differences between the rows of goods. */
export const differencesOf = (
  zongpai: string,
  snapshot: GoodsSnapshot,
  site: Site,
): AttributeDifference[] => {
  const recount: GoodsRecount = { boxed: 0, categories: new Map() };
  const differences: AttributeDifference[] = [];
  const unreadableRows: AttributeDifference[] = [];
  const collectFrom = (key: TableKey, judgeRow: () => AttributeDifference[]) => {
    try {
      differences.push(...judgeRow());
    } catch (error) {
      unreadableRows.push(unreadableRow(zongpai, key, error));
    }
  };
  for (const namedRow of snapshot.rows)
    collectFrom(keyOfRow(namedRow.row), () => countRow(recount, namedRow, site));
  // If a row is not counted, a repair would set the counters too low.
  if (unreadableRows.length === 0)
    collectFrom(goodsKey(zongpai), () => {
      const counters = countersOf(snapshot.goods ?? {});
      return [
        ...counterFaults(zongpai, counters, recount, site),
        ...orderFaults(zongpai, snapshot, site, Date.now()),
      ];
    });
  return [...unreadableRows, ...differences];
};

/** The number of reads of goods that keep changing. */
const readAttempts = 15;
const longestPauseMs = 500;
/** The time limit for all reads of one attempt. */
const readTimeoutMs = 30_000;

/**
 * Reads goods with all their rows until nothing changes during an attempt; `undefined` if they changed in every attempt.
 * @param known box items that may be missing in the history and the index
 */
export const judgeGoods = async (
  table: Table,
  zongpai: string,
  known: readonly TableKey[],
  site: Site,
): Promise<JudgedGoods | undefined> => {
  for (let attempt = 0; attempt < readAttempts; attempt += 1) {
    const snapshot = await snapshotOf(table, zongpai, known, deadlineWithin(readTimeoutMs));
    if (snapshot) {
      const differences = differencesOf(zongpai, snapshot, site);
      return { ...snapshot, zongpai, rev: revisionOf(snapshot.goods), differences };
    }
    await sleep(Math.random() * Math.min(longestPauseMs, 5 * 2 ** attempt));
  }
  return undefined;
};
