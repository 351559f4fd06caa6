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

const attributesRead = ["v", "event", "refusal", ...Object.keys(HistoryRow.shape)];

const pagedBy = (zongpai: string): PagedRequest => ["history", zongpai];

/** The history of goods from the index, newest first. */
export const historyStore = (table: Table): HistoryStore => ({
  readPage: async (zongpai, cursor, size, deadline) => {
    const position = positionOf(cursor, pagedBy(zongpai));
    // As many again as are shown, because an earlier event says where goods came from.
    const rows = await queryFirst(table, historySpan(zongpai, position), 2 * size, deadline, {
      index: true,
      backwards: true,
      only: attributesRead,
    });
    const next = rows[size];
    return {
      operations: rows.flatMap(operationIn),
      shown: Math.min(size, rows.length),
      cursor: next && cursorAt(String(next.place_sk), pagedBy(zongpai)),
    };
  },
});

/**
 * All operations that were recorded on goods, or on a box by itself, in that order, strongly consistent.
 * @throws Error when a row cannot be read as an operation
 */
export const readHistory = async (table: Table, of: OperationSubject, deadline: Deadline) => {
  const [rows, [goods = {}]] = await Promise.all([
    queryAll(table, operationsSpan(of), deadline),
    readItems(table, of.zongpai === undefined ? [] : [goodsKey(of.zongpai)], deadline),
  ]);
  const flipped = new Map(
    [...categoriesIn(goods)].map((category) => [goods[attributesOf(category).evidence], category]),
  );
  const prefix = operationKey(of, "").sk.length;
  return rows
    .flatMap((row) => recordedIn(row, WholeHistoryRow))
    .map(({ sk, ...operation }) => ({
      ...operation,
      id: sk.slice(prefix),
      /** The category whose evidence this operation made real. */
      evidence: flipped.get(sk.slice(prefix)),
    }))
    .toSorted((one, other) => one.at - other.at);
};
export type RecordedOperation = Awaited<ReturnType<typeof readHistory>>[number];
