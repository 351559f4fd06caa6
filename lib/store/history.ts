import * as z from "zod/mini";
import type { RecordedEvent } from "../domain/events.ts";
import type { HistoryStore } from "../domain/goods-history.ts";
import type { Deadline, OperationSubject } from "../domain/operation.ts";
import { attributesOf, categoriesIn } from "./categories.ts";
import type { Table } from "./client.ts";
import { cursorAt, type PagedRequest, positionOf } from "./cursor.ts";
import type { TableItem } from "./expression.ts";
import { goodsKey, historySpan, operationKey, operationsSpan } from "./keys.ts";
import { eventOf } from "./operations.ts";
import { queryAll, queryFirst, readItems } from "./query.ts";

const HistoryRow = z.object({ who: z.string(), at: z.int() });

const WholeHistoryRow = z.object({ ...HistoryRow.shape, sk: z.string(), route: z.string() });

const recordedIn = <Parsed extends Omit<RecordedEvent, "event">>(
  row: TableItem,
  schema: z.ZodMiniType<Parsed>,
): (Parsed & RecordedEvent)[] => {
  const event = eventOf(row);
  return event ? [{ ...schema.parse(row), event }] : [];
};

/** The operation in a row, if it recorded one. */
export const operationIn = (row: TableItem) => recordedIn(row, HistoryRow);

const attributesRead = ["v", "event", ...Object.keys(HistoryRow.shape)];

const pagedBy = (zongpai: string): PagedRequest => ["history", zongpai];

/** The history of goods from the index, newest first. */
export const historyStore = (table: Table): HistoryStore => ({
  readPage: async (zongpai, cursor, size, deadline) => {
    const position = positionOf(cursor, pagedBy(zongpai));
    const span = historySpan(zongpai, position);
    const source = { index: true, backwards: true, only: attributesRead } as const;
    // Twice as many as are shown, because an earlier event says where goods came from.
    const rows = await queryFirst(table, span, 2 * size, deadline, source);
    const next = rows[size];
    return {
      operations: rows.flatMap(operationIn),
      shown: Math.min(size, rows.length),
      cursor: next && cursorAt(String(next.place_sk), pagedBy(zongpai)),
    };
  },
});

/**
 * All operations on goods, or on a box alone, in the order in which they were recorded. The read is strongly consistent.
 * @throws Error when a row cannot be read as an operation
 */
export const readHistory = async (table: Table, subject: OperationSubject, deadline: Deadline) => {
  const goodsKeys = subject.zongpai === undefined ? [] : [goodsKey(subject.zongpai)];
  const [rows, [goods = {}]] = await Promise.all([
    queryAll(table, operationsSpan(subject), deadline),
    readItems(table, goodsKeys, deadline),
  ]);
  const categoryByFlip = new Map(
    [...categoriesIn(goods)].map((category) => [goods[attributesOf(category).evidence], category]),
  );
  const prefixLength = operationKey(subject, "").sk.length;
  const operations = rows.flatMap((row) => recordedIn(row, WholeHistoryRow));
  return operations
    .map(({ sk, ...operation }) => {
      const id = sk.slice(prefixLength);
      // The category whose evidence this operation made real.
      const evidence = categoryByFlip.get(id);
      return { ...operation, id, evidence };
    })
    .toSorted((one, other) => one.at - other.at);
};
export type RecordedOperation = Awaited<ReturnType<typeof readHistory>>[number];
