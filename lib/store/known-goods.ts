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

/** The most rows that a process remembers. */
const mostRowsRemembered = 10_000;

/**
 * What a save reads before its first transaction (decision 22): where registering does not verify goods, it would mostly be refused. What a
 * process has saved it does not read again, and before its first save it reads nothing: only the conditions of the transaction count.
 */
export const knownGoodsCache = (table: Table, site: Site) => {
  const { location, box } = site;
  const { verified } = table;
  const rowsOf = ({ box_no, zongpai }: BoxSaveRequest) => [
    goodsKey(zongpai),
    ...(box.unknownBox === "refuse" ? [erpCopyKey(box_no)] : []),
  ];
  return {
    /** The answer that the request has already, or the conditions of its transaction that would not hold. @throws as `commit` */
    findUnmet: async (
      save: BoxSaveRequest,
      operation: Operation,
    ): Promise<RecordedWrite<never> | UnmetConditions<"item" | "goods" | "box"> | undefined> => {
      const { box_no, zongpai } = save;
      const rows = rowsOf(save);
      const known = verified.size === 0 || rows.every((key) => verified.has(nameOfKey(key)));
      if (known || location.unknownGoods === "refuse") return undefined;
      const { receipt, items } = await readWithReceipt(
        operation,
        table,
        boxItemKey(box_no, zongpai),
        ...rows,
      );
      if (receipt) return replayReceipt(receipt, operation);
      const [item, goods, copy] = items;
      const unmet: [name: "item" | "goods" | "box", item: TableItem | undefined][] = [];
      if (item) unmet.push(["item", item]);
      if (!isVerified(goodsSeenIn(goods), operation.at, site)) unmet.push(["goods", goods]);
      if (rows.length > 1 && !(copy && erpCopyOf(copy, operation.at))) unmet.push(["box", copy]);
      return unmet.length > 0 ? { kind: "unmet", failed: new Map(unmet) } : undefined;
    },
    /** After a transaction: whether it found goods and box verified. */
    remember: (save: BoxSaveRequest, found: boolean): void => {
      if (verified.size >= mostRowsRemembered) verified.clear();
      for (const key of rowsOf(save))
        if (found) verified.add(nameOfKey(key));
        else verified.delete(nameOfKey(key));
    },
  };
};
