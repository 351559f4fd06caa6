import { capOf, uncapped } from "../domain/attachment-cap.ts";
import type { ConfigStore } from "../domain/attachment-config.ts";
import { guardOf, type Plan } from "../domain/attachment-guard.ts";
import type { StatusStore } from "../domain/attachment-status.ts";
import type { Site } from "../site/schema.ts";
import { attributesOf, boxedIs, codesOf, stateOfCategory } from "./categories.ts";
import type { Table } from "./client.ts";
import { commit, type Stamp } from "./commit.ts";
import { type Change, type Condition, type Item, still, together } from "./expression.ts";
import { goodsSeen, updateGoods } from "./goods.ts";
import { goodsKey, stateOf } from "./keys.ts";
import { placesIn } from "./locations.ts";
import { readFor } from "./operations.ts";
import { itemWith, queryAll } from "./query.ts";

/** Refuses a removal at the time of a write that protects the category. */
const unprotected = {
  boxed: (category: string) => boxedIs(category, 0),
  located: (category: string): Condition => ({ absent: attributesOf(category).located }),
  evidenced: (category: string): Condition => ({ absent: attributesOf(category).evidence }),
};

const planChange = (
  { added, removed, changed }: Plan,
  goods: Item | undefined,
  site: Site,
): Change => {
  const kept = (category: string) => capOf(category, site).rule === "configured";
  return together(
    ...added.map(({ category, quantity = uncapped }): Change => {
      const { configured, headroom } = attributesOf(category);
      if (!kept(category)) return { set: { [configured]: quantity } };
      const known = stateOfCategory(goods, category).boxed;
      // A category that comes back may still have entries, which may be corrected meanwhile.
      return {
        set: { [configured]: quantity, [headroom]: quantity - known },
        when: [boxedIs(category, known)],
      };
    }),
    ...changed.map(({ category, from, to }): Change => {
      const { configured, headroom } = attributesOf(category);
      if (!kept(category)) return { set: { [configured]: to } };
      const when: Condition[] =
        to < from ? [{ attribute: headroom, is: ">=", value: from - to }] : [];
      return { set: { [configured]: to }, add: { [headroom]: to - from }, when };
    }),
    ...removed.map(({ category }): Change => {
      const { configured, headroom } = attributesOf(category);
      return {
        remove: [configured, ...(kept(category) ? [headroom] : [])],
        when: guardOf(category, site).map((protection) => unprotected[protection](category)),
      };
    }),
  );
};

/** How often the configuration was replaced. */
const revisionOf = (goods: Item | undefined): number => Number(goods?.config_rev ?? 0);

/** Of two replacements that read the same revision, the second reads again; it is refused if it expects that revision. */
const nextRevision = (goods: Item | undefined): Change => {
  const read = revisionOf(goods);
  return {
    set: { config_rev: read + 1 },
    when: [still("config_rev", read === 0 ? undefined : read)],
  };
};

/** The attachments' configuration and status (specification §4). */
export const attachmentStore = (table: Table, site: Site): StatusStore & ConfigStore => ({
  statusOf: async (zongpai, deadline) => {
    const rows = await queryAll(table, stateOf(zongpai), deadline);
    const goods = itemWith(rows, goodsKey(zongpai));
    const places = placesIn(rows.filter((row) => row !== goods));
    return {
      states: codesOf(goods, site, places).map((code) => stateOfCategory(goods, code)),
      revision: revisionOf(goods),
      goods: goodsSeen(goods),
      places,
    };
  },

  find: async (zongpai, operation) => {
    const { receipt, items } = await readFor(operation, table, goodsKey(zongpai));
    const [goods] = items;
    return {
      states: codesOf(goods, site).map((code) => stateOfCategory(goods, code)),
      revision: revisionOf(goods),
      receipt,
      replace: async (plan, result) => {
        const changes = [nextRevision(goods), planChange(plan, goods, site)];
        const event = { kind: "configured" as const, entries: result.entries };
        const write = (stamp: Stamp) => ({
          result: { ...result, recorded_at: stamp.at },
          event,
          effects: [
            { name: "goods" as const, action: updateGoods(result.zongpai, stamp, ...changes) },
          ],
        });
        const outcome = await commit(table, operation, write, new Map([["goods", goods]]));
        return outcome.kind === "recorded" ? outcome : undefined;
      },
    };
  },
});
