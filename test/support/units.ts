import type { ConsumedCapacity } from "@aws-sdk/client-dynamodb";
import { addStep } from "#infra/local/command-steps.ts";
import type { Table } from "#lib/store/client.ts";

/**
 * Requests to DynamoDB, how many of them are transactions, the reported units, and the number of items that queries looked at.
 * `refused`: units of refused transactions, which DynamoDB charges and the engine does not report. Counted as if each of their writes had
 * succeeded, which is an upper bound.
 */
export type Units = {
  trips: number;
  transactions: number;
  writeTable: number;
  writeIndex: number;
  refused: number;
  read: number;
  entries: number;
};

export const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

const unitsOf = ({ WriteCapacityUnits, CapacityUnits = 0 }: ConsumedCapacity = {}) =>
  WriteCapacityUnits ?? CapacityUnits;

type Output = {
  readonly ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[];
  readonly ScannedCount?: number;
};

type Input = { readonly TransactItems?: readonly unknown[] };

/** Returns a function that measures one operation on a table at a time. */
export const meterOn = (table: Table) => {
  let running: Units | undefined;
  addStep(
    table,
    () =>
      (next, { commandName = "" }) =>
      async (args) => {
        if (!running) return next(args);
        const units = running;
        units.trips += 1;
        if (/Transact/.test(commandName)) units.transactions += 1;
        const { TransactItems = [] }: Input = args.input;
        Object.assign(args.input, { ReturnConsumedCapacity: "INDEXES" });
        const result = await next(args).catch((error: unknown) => {
          units.refused += 2 * TransactItems.length;
          throw error;
        });
        const { ConsumedCapacity = [], ScannedCount = 0 }: Output = result.output;
        units.entries += ScannedCount;
        for (const { Table, GlobalSecondaryIndexes = {} } of [ConsumedCapacity].flat()) {
          const ofIndex = sum(Object.values(GlobalSecondaryIndexes).map(unitsOf));
          if (/Write|Put|Update|Delete/.test(commandName)) {
            units.writeTable += unitsOf(Table);
            units.writeIndex += ofIndex;
          } else units.read += unitsOf(Table) + ofIndex;
        }
        return result;
      },
    { name: "meterUnits" },
  );
  return async <Answer>(
    operation: () => Promise<Answer>,
  ): Promise<Units & { readonly answer: Answer }> => {
    const writes = { writeTable: 0, writeIndex: 0, refused: 0 };
    const units = { trips: 0, transactions: 0, ...writes, read: 0, entries: 0 };
    running = units;
    try {
      const answer = await operation();
      return { ...units, answer };
    } finally {
      running = undefined;
    }
  };
};
