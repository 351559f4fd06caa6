import type { BoxSaveRequest } from "../domain/box.ts";
import { type Operation, type RecordedWrite, replayReceipt } from "../domain/operation.ts";
import type { Site } from "../site/schema.ts";
import type { Table } from "./client.ts";
import type { UnmetConditions } from "./commit.ts";
import { erpCopyOf } from "./erp-copies.ts";
import type { TableItem } from "./expression.ts";
import { goodsSeenIn, isVerified } from "./goods.ts";
import { boxItemKey, erpCopyKey, goodsKey, nameOfKey } from "./keys.ts";
import { readWithReceipt } from "./operations.ts";

const mostRowsRemembered = 10_000;

/**
 * Goods and boxes that this process has seen verified (docs/access-patterns.md). Where registering does not verify goods, the first
 * transaction of a save would mostly be refused, so a save reads its rows first. Skip the read for goods that this process has already
 * saved, and for its first save: only the conditions of the transaction count.
 */
export const knownGoodsCache = (table: Table, site: Site) => {
  const { location, box } = site;
  const { verified } = table;
  const needsKnownBox = box.unknownBox === "refuse";
  const keysOf = ({ box_no, zongpai }: BoxSaveRequest) =>
    needsKnownBox ? [goodsKey(zongpai), erpCopyKey(box_no)] : [goodsKey(zongpai)];
  return {
    /** Reads the answer that the request has already, or else the conditions of its transaction that would not hold. @throws as `commit` */
    findUnmet: async (
      save: BoxSaveRequest,
      operation: Operation,
    ): Promise<RecordedWrite<never> | UnmetConditions<"item" | "goods" | "box"> | undefined> => {
      const { box_no, zongpai } = save;
      const rowKeys = keysOf(save);
      const isKnown = verified.size === 0 || rowKeys.every((key) => verified.has(nameOfKey(key)));
      if (isKnown || location.unknownGoods === "refuse") return undefined;
      const keys = [boxItemKey(box_no, zongpai), ...rowKeys];
      const { receipt, items } = await readWithReceipt(operation, table, ...keys);
      if (receipt) return replayReceipt(receipt, operation);
      const [item, goods, copy] = items;
      const unmet: [name: "item" | "goods" | "box", item: TableItem | undefined][] = [];
      if (item) unmet.push(["item", item]);
      if (!isVerified(goodsSeenIn(goods), operation.at, site)) unmet.push(["goods", goods]);
      const isCopyFresh = copy !== undefined && erpCopyOf(copy, operation.at) !== undefined;
      if (needsKnownBox && !isCopyFresh) unmet.push(["box", copy]);
      return unmet.length > 0 ? { kind: "unmet", failed: new Map(unmet) } : undefined;
    },
    /** After a transaction: whether it found goods and box verified. */
    remember: (save: BoxSaveRequest, wereVerified: boolean): void => {
      if (verified.size >= mostRowsRemembered) verified.clear();
      for (const key of keysOf(save))
        if (wereVerified) verified.add(nameOfKey(key));
        else verified.delete(nameOfKey(key));
    },
  };
};
