import * as z from "zod";
import type { HistoryEvent } from "../domain/history.ts";
import type { Deadline } from "../domain/operation.ts";
import { attributesOf, categoriesIn } from "./attributes.ts";
import type { Table } from "./client.ts";
import { goodsKey, operationKey, operationsOf } from "./keys.ts";
import { eventOf } from "./operations.ts";
import { itemWith, queryAll, readItems } from "./query.ts";

const Row = z.object({
  sk: z.string(),
  route: z.string(),
  who: z.string(),
  /** Arrival, epoch milliseconds. */
  at: z.int(),
});

/** One operation as its row remembers it. */
export type RecordedOperation = Omit<z.infer<typeof Row>, "sk"> & {
  readonly id: string;
  readonly event: HistoryEvent;
  /** The category whose evidence this operation made real. */
  readonly evidence?: string;
};

/**
 * All operations that were recorded on goods, in the order of their arrival, strongly consistent. A request that was sent again and a
 * refusal are not among them.
 * @throws Error when a row cannot be read as an operation
 */
export const historyOf = async (table: Table, zongpai: string, deadline: Deadline): Promise<RecordedOperation[]> => {
  const key = goodsKey(zongpai);
  const [rows, items] = await Promise.all([
    queryAll(table, operationsOf(zongpai), deadline, { consistent: true }),
    readItems(table, [key], deadline),
  ]);
  const goods = itemWith(items, key) ?? {};
  const flipped = new Map([...categoriesIn(goods)].map((category) => [goods[attributesOf(category).evidence], category]));
  const prefix = operationKey(zongpai, "").sk.length;
  return rows
    .flatMap((row) => {
      const event = eventOf(row);
      if (!event) return [];
      const { sk, ...operation } = Row.parse(row);
      const id = sk.slice(prefix);
      return [{ ...operation, id, event, evidence: flipped.get(id) }];
    })
    .toSorted((one, other) => one.at - other.at);
};
