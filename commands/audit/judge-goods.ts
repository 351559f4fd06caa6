import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import type { Cleared, Placed } from "#lib/domain/location.ts";
import { within } from "#lib/domain/operation.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Table } from "#lib/store/client.ts";
import { goodsKey, type Key } from "#lib/store/keys.ts";
import {
  countersOf,
  itemIndexFaults,
  itemOf,
  operationIndexFaults,
  placeIndexFaults,
  placeOfRow,
} from "./differences.ts";
import { type Difference, faultsOf, noRows, type Recount } from "./faults.ts";
import { orderFaults } from "./order.ts";
import { keyOfRow } from "./row-of-key.ts";
import { type Named, operationIn, revOf, type Snapshot, snapshotOf } from "./snapshot.ts";

/** Whether an attachment that was seen there is located on this site. */
const isLocated = (seen: Placed | Cleared, { attachment }: Site): boolean =>
  !("cleared" in seen) && (!seen.off_shelf || attachment.offShelfIsLocated);

/** What is wrong with goods. Their revision was the same before and after they were read. */
export type Judged = {
  readonly zongpai: string;
  readonly rev: number | undefined;
  readonly differences: readonly Difference[];
};

/** Counts one row, and returns what is wrong with the row itself. @throws Error when it cannot be read */
const gather = (recount: Recount, { row, name }: Named, site: Site): Difference[] => {
  const ofCategory = (category: string) => recount.categories.get(category) ?? noRows;
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
      operationIn(row);
      return operationIndexFaults(row, name, site);
  }
  return [];
};

const unreadable = (zongpai: string | undefined, key: Key, why: unknown): Difference => ({
  kind: "unreadable",
  key,
  attribute: "pk",
  zongpai,
  found: why instanceof z.ZodError ? z.prettifyError(why) : (why as Error).message,
});

/** What is wrong with a row of a box by itself, which nothing counts. */
export const judgeAlone = (one: Named, site: Site): Difference[] => {
  try {
    return gather({ boxed: 0, categories: new Map() }, one, site);
  } catch (error) {
    return [unreadable(undefined, keyOfRow(one.row), error)];
  }
};

const differencesOf = (zongpai: string, snapshot: Snapshot, site: Site): Difference[] => {
  const recount: Recount = { boxed: 0, categories: new Map() };
  const differences: Difference[] = [];
  const unreadableRows: Difference[] = [];
  const trying = (key: Key, look: () => Difference[]) => {
    try {
      differences.push(...look());
    } catch (error) {
      unreadableRows.push(unreadable(zongpai, key, error));
    }
  };
  for (const one of snapshot.rows) trying(keyOfRow(one.row), () => gather(recount, one, site));
  // Without a row a repair would set the counters too low.
  if (unreadableRows.length === 0)
    trying(goodsKey(zongpai), () => {
      const counters = countersOf(snapshot.goods ?? {});
      return [
        ...faultsOf(zongpai, counters, recount, site),
        ...orderFaults(zongpai, snapshot, site, Date.now()),
      ];
    });
  return [...unreadableRows, ...differences];
};

/** How often goods that change are read; milliseconds. */
const tries = 15;
const longestPause = 500;
/** Milliseconds for the reads of one look. */
const patience = 30_000;

/**
 * Reads goods with all their rows until nothing changes during one look; `undefined` when they always did. `known`: box items that perhaps
 * neither history nor the index has.
 */
export const judgeGoods = async (
  table: Table,
  zongpai: string,
  known: readonly Key[],
  site: Site,
): Promise<Judged | undefined> => {
  for (let tried = 0; tried < tries; tried += 1) {
    const snapshot = await snapshotOf(table, zongpai, known, within(patience));
    if (snapshot) {
      const differences = differencesOf(zongpai, snapshot, site);
      return { zongpai, rev: revOf(snapshot.goods), differences };
    }
    await sleep(Math.random() * Math.min(longestPause, 5 * 2 ** tried));
  }
  return undefined;
};
