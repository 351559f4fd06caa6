import type { AttachmentSettings } from "../domain/attachment.ts";
import { capOf, uncapped } from "../domain/attachment-cap.ts";
import type { ConfigStore } from "../domain/attachment-config.ts";
import { guardOf, type Plan } from "../domain/attachment-guard.ts";
import type { StatusStore } from "../domain/attachment-status.ts";
import { attributesOf, codesOf } from "./attributes.ts";
import { stateOfCategory } from "./category-counters.ts";
import type { Table } from "./client.ts";
import { commit } from "./commit.ts";
import { type Change, type Condition, type Item, together } from "./expression.ts";
import { goodsSeen, updateGoods } from "./goods.ts";
import { goodsKey, operationKey, stateOf } from "./keys.ts";
import { placesIn } from "./locations.ts";
import { receiptOf } from "./operations.ts";
import { itemWith, queryAll, readItems } from "./query.ts";

/** Each condition closes the race between a removal and a write that would protect the category. */
const unprotected = {
  boxed: ({ boxed }: ReturnType<typeof attributesOf>): Condition => ({ any: [{ absent: boxed }, { attribute: boxed, is: "=", value: 0 }] }),
  located: ({ located }: ReturnType<typeof attributesOf>): Condition => ({ absent: located }),
  evidenced: ({ evidence }: ReturnType<typeof attributesOf>): Condition => ({ absent: evidence }),
};

const planChange = ({ added, removed, changed }: Plan, goods: Item | undefined, site: AttachmentSettings): Change => {
  const kept = (category: string) => capOf(category, site).rule === "configured";
  return together(
    ...added.map(({ category, quantity = uncapped }): Change => {
      const { configured, headroom, boxed } = attributesOf(category);
      if (!kept(category)) return { set: { [configured]: quantity } };
      const known = stateOfCategory(goods, category).boxed;
      // A category that comes back may still have entries in boxes. The condition closes the race with a correction of them.
      const unmoved: Condition = { attribute: boxed, is: "=", value: known };
      return {
        set: { [configured]: quantity, [headroom]: quantity - known },
        when: [known === 0 ? { any: [{ absent: boxed }, unmoved] } : unmoved],
      };
    }),
    ...changed.map(({ category, from, to }): Change => {
      const { configured, headroom } = attributesOf(category);
      if (!kept(category)) return { set: { [configured]: to } };
      const when: Condition[] = to < from ? [{ attribute: headroom, is: ">=", value: from - to }] : [];
      return { set: { [configured]: to }, add: { [headroom]: to - from }, when };
    }),
    ...removed.map(({ category }): Change => {
      const attributes = attributesOf(category);
      return {
        remove: [attributes.configured, ...(kept(category) ? [attributes.headroom] : [])],
        when: guardOf(category, site).map((protection) => unprotected[protection](attributes)),
      };
    }),
  );
};

const revisionOf = (goods: Item | undefined): number => Number(goods?.config_rev ?? 0);

/** The revision puts replacements in an order: the last one wins, and all are in the history. Writes of box entries do not change it. */
const nextRevision = (rev: number): Change => ({
  set: { config_rev: rev + 1 },
  when: [rev === 0 ? { absent: "config_rev" } : { attribute: "config_rev", is: "=", value: rev }],
});

/** The attachments' configuration and status (specification §4). */
export const attachmentStore = (table: Table, site: AttachmentSettings): StatusStore & ConfigStore => ({
  statusOf: async (zongpai, deadline) => {
    const rows = await queryAll(table, stateOf(zongpai), deadline, { consistent: true });
    const goods = itemWith(rows, goodsKey(zongpai));
    const places = placesIn(rows.filter((row) => row !== goods));
    return { states: codesOf(goods, site, places).map((code) => stateOfCategory(goods, code)), goods: goodsSeen(goods), places };
  },

  find: async (operation) => {
    const keys = [operationKey(operation.zongpai, operation.id), goodsKey(operation.zongpai)] as const;
    const items = await readItems(table, keys, operation.deadline);
    const [row, goods] = keys.map((key) => itemWith(items, key));
    return {
      states: codesOf(goods, site).map((code) => stateOfCategory(goods, code)),
      receipt: receiptOf(row, operation),
      replace: async (plan, result) => {
        const changes = [nextRevision(revisionOf(goods)), planChange(plan, goods, site)];
        const event = { kind: "configured" as const, entries: result.entries };
        const outcome = await commit(table, { operation, result, event }, [
          { name: "goods", action: updateGoods(result.zongpai, ...changes) },
        ]);
        return outcome.kind === "recorded" ? outcome : { kind: "moved" };
      },
    };
  },
});
