import * as z from "zod";
import type { Deadline } from "../domain/operation.ts";
import { found, readItems } from "./box-items.ts";
import { attributesOf } from "./categories.ts";
import type { Table } from "./client.ts";
import { goodsKey, operationKey, operationsOf } from "./keys.ts";
import { isRefusal } from "./operations.ts";
import { queryAll } from "./query.ts";

const Row = z.object({
  sk: z.string(),
  route: z.string(),
  who: z.string(),
  /** Arrival, epoch milliseconds. */
  at: z.int(),
  change: z.record(z.string(), z.unknown()),
  result: z.unknown(),
});

/** One operation as its row remembers it; quantities in `change` and `result` are scaled integers. */
export type RecordedOperation = Omit<z.infer<typeof Row>, "sk"> & {
  readonly id: string;
  /** The category whose evidence is real since this operation. */
  readonly evidence?: string;
};

/**
 * Everything that was recorded on goods, in order of arrival, strongly consistent. A replay is no operation of its own.
 * @throws Error when a row is no operation
 */
export const historyOf = async (
  table: Table,
  zongpai: string,
  categories: readonly string[],
  deadline: Deadline,
): Promise<RecordedOperation[]> => {
  const key = goodsKey(zongpai);
  const [rows, items] = await Promise.all([
    queryAll(table, operationsOf(zongpai), deadline, { consistent: true }),
    readItems(table, [key], deadline),
  ]);
  const goods = found(items, key);
  const flipped = new Map(categories.map((category) => [goods?.[attributesOf(category).evidence], category]));
  const prefix = operationKey(zongpai, "").sk.length;
  return rows
    .filter((row) => !isRefusal(row))
    .map((row) => {
      const { sk, ...operation } = Row.parse(row);
      const id = sk.slice(prefix);
      const evidence = flipped.get(id);
      return { ...operation, id, evidence };
    })
    .toSorted((one, other) => one.at - other.at);
};
