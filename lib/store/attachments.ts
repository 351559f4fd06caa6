import { capOf, uncappedQuantity } from "../domain/attachment-cap.ts";
import type { ConfigStore } from "../domain/attachment-config.ts";
import { type ConfigPlan, guardOf } from "../domain/attachment-guard.ts";
import type { StatusStore } from "../domain/attachment-status.ts";
import type { Site } from "../site/schema.ts";
import { attributesOf, boxedQuantityIs, codesOf, stateOfCategory } from "./categories.ts";
import type { Table } from "./client.ts";
import { commit, type WriteStamp } from "./commit.ts";
import {
  mergeChanges,
  type RowChange,
  type RowCondition,
  type TableItem,
  unchanged,
} from "./expression.ts";
import { goodsSeenIn, productIn, updateGoods } from "./goods.ts";
import { goodsKey, stateSpan } from "./keys.ts";
import { placesIn } from "./locations.ts";
import { readWithReceipt } from "./operations.ts";
import { itemWithKey, queryAll } from "./query.ts";

/** Refuses a removal at the time of a write that protects the category. */
const unprotectedConditionOf = {
  boxed: (category: string) => boxedQuantityIs(category, 0),
  located: (category: string): RowCondition => ({ absent: attributesOf(category).located }),
  evidenced: (category: string): RowCondition => ({ absent: attributesOf(category).evidence }),
};

const changeOfPlan = (
  { added, removed, changed }: ConfigPlan,
  goods: TableItem | undefined,
  site: Site,
): RowChange => {
  const isCap = (category: string) => capOf(category, site).rule === "configured";
  const additions = added.map(({ category, quantity = uncappedQuantity }): RowChange => {
    const { configured, headroom } = attributesOf(category);
    if (!isCap(category)) return { set: { [configured]: quantity } };
    const { boxed } = stateOfCategory(goods, category);
    // A category that comes back may still have entries, which may be corrected meanwhile.
    return {
      set: { [configured]: quantity, [headroom]: quantity - boxed },
      when: [boxedQuantityIs(category, boxed)],
    };
  });
  const changes = changed.map(({ category, from, to }): RowChange => {
    const { configured, headroom } = attributesOf(category);
    if (!isCap(category)) return { set: { [configured]: to } };
    const enough: RowCondition = { attribute: headroom, is: ">=", value: from - to };
    const when = to < from ? [enough] : [];
    return { set: { [configured]: to }, add: { [headroom]: to - from }, when };
  });
  const removals = removed.map(({ category }): RowChange => {
    const { configured, headroom } = attributesOf(category);
    const protections = guardOf(category, site);
    return {
      remove: isCap(category) ? [configured, headroom] : [configured],
      when: protections.map((protection) => unprotectedConditionOf[protection](category)),
    };
  });
  return mergeChanges(...additions, ...changes, ...removals);
};

/** How often the configuration was replaced. */
const revisionOf = (goods: TableItem | undefined): number => Number(goods?.config_rev ?? 0);

/** Of two replacements that read the same revision, the second reads again; it is refused if it expects that revision. */
const changeToNextRevision = (goods: TableItem | undefined): RowChange => {
  const revision = revisionOf(goods);
  const stored = revision === 0 ? undefined : revision;
  return { set: { config_rev: revision + 1 }, when: [unchanged("config_rev", stored)] };
};

/** The attachments' configuration and status (specification §4). */
export const attachmentStore = (table: Table, site: Site): StatusStore & ConfigStore => ({
  readStatus: async (zongpai, deadline) => {
    const rows = await queryAll(table, stateSpan(zongpai), deadline);
    const goods = itemWithKey(rows, goodsKey(zongpai));
    const places = placesIn(rows.filter((row) => row !== goods));
    const codes = codesOf(goods, site, places);
    return {
      states: codes.map((code) => stateOfCategory(goods, code)),
      revision: revisionOf(goods),
      goods: goodsSeenIn(goods),
      product: productIn(goods, site),
      places,
    };
  },

  readConfig: async (zongpai, operation) => {
    const { receipt, items } = await readWithReceipt(operation, table, goodsKey(zongpai));
    const [goods] = items;
    return {
      states: codesOf(goods, site).map((code) => stateOfCategory(goods, code)),
      revision: revisionOf(goods),
      receipt,
      replace: async (plan, result) => {
        const changes = [changeToNextRevision(goods), changeOfPlan(plan, goods, site)];
        const event = { kind: "configured" as const, entries: result.entries };
        const write = (stamp: WriteStamp) => ({
          result: { ...result, recorded_at: stamp.at },
          event,
          effects: [
            { name: "goods" as const, action: updateGoods(result.zongpai, stamp, ...changes) },
          ],
        });
        const found = new Map([["goods" as const, goods]]);
        const outcome = await commit(table, operation, write, found);
        return outcome.kind === "recorded" ? outcome : undefined;
      },
    };
  },
});
