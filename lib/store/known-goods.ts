import type { BoxSaveRequest, MissingProof } from "../domain/box.ts";
import { type Operation, type RecordedWrite, replayReceipt } from "../domain/operation.ts";
import type { Site } from "../site/schema.ts";
import type { Table } from "./client.ts";
import type { UnmetConditions } from "./commit.ts";
import { erpCopyOf } from "./erp-copies.ts";
import type { TableItem } from "./expression.ts";
import { goodsSeenIn, isVerified, productIn } from "./goods.ts";
import { boxItemKey, erpCopyKey, goodsKey, nameOfKey, type TableKey } from "./keys.ts";
import { readWithReceipt } from "./operations.ts";

const mostRowsRemembered = 10_000;

/** The name of the product of goods that this process has seen verified; no read. */
export const productKnownOf = (zongpai: string, { verified }: Table): string | undefined =>
  verified.get(nameOfKey(goodsKey(zongpai)));

/** Remembers that a row was seen verified; of goods with the name of their product. */
export const rememberVerified = ({ verified }: Table, key: TableKey, product?: string): void => {
  if (verified.size >= mostRowsRemembered) verified.clear();
  verified.set(nameOfKey(key), product);
};

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
      else rememberVerified(table, goodsKey(zongpai), productIn(goods, site));
      const isCopyFresh = copy !== undefined && erpCopyOf(copy, operation.at) !== undefined;
      if (needsKnownBox && !isCopyFresh) unmet.push(["box", copy]);
      return unmet.length > 0 ? { kind: "unmet", failed: new Map(unmet) } : undefined;
    },
    /** After a transaction: which of goods and box it did not find verified, and the name of the product. */
    remember: (
      save: BoxSaveRequest,
      { zongpai, box }: Partial<Omit<MissingProof, "kind">>,
      product: string | undefined,
    ): void => {
      if (zongpai) verified.delete(nameOfKey(goodsKey(save.zongpai)));
      else rememberVerified(table, goodsKey(save.zongpai), product);
      if (!needsKnownBox) return;
      if (box) verified.delete(nameOfKey(erpCopyKey(save.box_no)));
      else rememberVerified(table, erpCopyKey(save.box_no));
    },
  };
};
