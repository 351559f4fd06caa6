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

/** Whether an attachment that was seen there is located on this site. */
const isLocated = (seen: RecordedPlace | RecordedClearing, { attachment }: Site): boolean =>
  !("cleared" in seen) && (!seen.off_shelf || attachment.offShelfIsLocated);

/** What is wrong with goods. Their revision was the same before and after they were read. */
export type JudgedGoods = {
  readonly zongpai: string;
  readonly rev: number | undefined;
  readonly differences: readonly AttributeDifference[];
};

/** Counts one row, and returns what is wrong with the row itself. @throws Error when it cannot be read */
const countRow = (
  recount: GoodsRecount,
  { row, name }: NamedRow,
  site: Site,
): AttributeDifference[] => {
  const ofCategory = (category: string) => recount.categories.get(category) ?? emptyCategoryRecount;
  switch (name.kind) {
    case "item": {
      const { quantity, category } = itemOf(row, name);
      if (category === undefined) recount.boxed += quantity;
      else {
        const { boxed, largest, located } = ofCategory(category);
        const counted = { boxed: boxed + quantity, largest: Math.max(largest, quantity), located };
        recount.categories.set(category, counted);
      }
      return itemIndexFaults(row, name);
    }
    case "location": {
      const located = isLocated(placeOfRow(row, name), site);
      if (name.category !== undefined)
        recount.categories.set(name.category, { ...ofCategory(name.category), located });
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
  why: unknown,
): AttributeDifference => ({
  kind: "unreadable",
  key,
  attribute: "pk",
  zongpai,
  found: why instanceof z.ZodError ? z.prettifyError(why) : (why as Error).message,
});

/** What is wrong with a row of a box by itself, which nothing counts. */
export const judgeBoxRow = (one: NamedRow, site: Site): AttributeDifference[] => {
  try {
    return countRow({ boxed: 0, categories: new Map() }, one, site);
  } catch (error) {
    return [unreadableRow(undefined, keyOfRow(one.row), error)];
  }
};

const differencesOf = (
  zongpai: string,
  snapshot: GoodsSnapshot,
  site: Site,
): AttributeDifference[] => {
  const recount: GoodsRecount = { boxed: 0, categories: new Map() };
  const differences: AttributeDifference[] = [];
  const unreadableRows: AttributeDifference[] = [];
  const trying = (key: TableKey, look: () => AttributeDifference[]) => {
    try {
      differences.push(...look());
    } catch (error) {
      unreadableRows.push(unreadableRow(zongpai, key, error));
    }
  };
  for (const one of snapshot.rows) trying(keyOfRow(one.row), () => countRow(recount, one, site));
  // Without a row a repair would set the counters too low.
  if (unreadableRows.length === 0)
    trying(goodsKey(zongpai), () => {
      const counters = countersOf(snapshot.goods ?? {});
      return [
        ...counterFaults(zongpai, counters, recount, site),
        ...orderFaults(zongpai, snapshot, site, Date.now()),
      ];
    });
  return [...unreadableRows, ...differences];
};

/** How often goods that change are read; milliseconds. */
const readAttempts = 15;
const longestPauseMs = 500;
/** Milliseconds for the reads of one look. */
const readTimeoutMs = 30_000;

/**
 * Reads goods with all their rows until nothing changes during one look; `undefined` when they always did. `known`: box items that perhaps
 * neither history nor the index has.
 */
export const judgeGoods = async (
  table: Table,
  zongpai: string,
  known: readonly TableKey[],
  site: Site,
): Promise<JudgedGoods | undefined> => {
  for (let tried = 0; tried < readAttempts; tried += 1) {
    const snapshot = await snapshotOf(table, zongpai, known, deadlineWithin(readTimeoutMs));
    if (snapshot) {
      const differences = differencesOf(zongpai, snapshot, site);
      return { zongpai, rev: revisionOf(snapshot.goods), differences };
    }
    await sleep(Math.random() * Math.min(longestPauseMs, 5 * 2 ** tried));
  }
  return undefined;
};
