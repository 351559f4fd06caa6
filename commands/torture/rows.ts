import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { HistoryEvent } from "#lib/domain/history.ts";

/** A row of the table as it lies there. */
export type Row = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk: string };

/** The row of an operation: what it did, and when its request arrived; a refusal has neither event nor result. */
export type OperationRow = Row & {
  readonly route: string;
  readonly zongpai: string;
  readonly at: number;
  readonly event?: HistoryEvent;
  readonly result?: Readonly<Record<string, unknown>>;
};

/** The rows of a table by their keys. */
export type Rows = ReadonlyMap<string, Row>;

export const nameOf = ({ pk, sk }: { pk: string; sk: string }) => `${pk} ${sk}`;

export const rowsOf = (items: readonly Readonly<Record<string, AttributeValue>>[]): Rows =>
  new Map(items.map((item) => unmarshall(item) as Row).map((row) => [nameOf(row), row]));

export const operationsIn = (rows: Rows) => [...rows.values()].filter(({ sk }) => sk.startsWith("OP#")) as OperationRow[];
