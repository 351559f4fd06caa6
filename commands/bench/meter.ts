import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import type { Table } from "#lib/store/client.ts";

/** What one call cost: requests to DynamoDB, the units that it said it took, the index and table entries that queries read. */
type Cost = {
  trips: number;
  writeTable: number;
  writeIndex: number;
  read: number;
  entries: number;
};

/** Transactions of a call, the refused ones among them, and the writes that these would have been. */
type Transactions = { transactions: number; refusedWrites: number };

/**
 * A call that was measured; milliseconds. `waiting` is the part in which the engine had a request and had not begun to answer;
 * `waits` counts these times, requests in parallel once.
 */
export type Sample = Cost &
  Transactions & { readonly ms: number; readonly waiting: number; readonly waits: number };

type Units = { readonly CapacityUnits?: number; readonly WriteCapacityUnits?: number };
type Capacity = {
  readonly Table?: Units;
  readonly GlobalSecondaryIndexes?: Readonly<Record<string, Units>>;
};
type Output = { readonly ConsumedCapacity?: Capacity | Capacity[]; readonly Count?: number };

let running: (Cost & Transactions) | undefined;
let underWay = 0;
let since = 0;
let waited = 0;
let waits = 0;

const unitsOf = ({ WriteCapacityUnits, CapacityUnits = 0 }: Units) =>
  WriteCapacityUnits ?? CapacityUnits;

const add = (
  cost: Cost,
  { Table = {}, GlobalSecondaryIndexes = {} }: Capacity,
  writes: boolean,
) => {
  const index = Object.values(GlobalSecondaryIndexes).reduce(
    (sum, units) => sum + unitsOf(units),
    0,
  );
  if (writes) {
    cost.writeTable += unitsOf(Table);
    cost.writeIndex += index;
  } else cost.read += unitsOf(Table) + index;
};

/** The engine says nothing of what a refused transaction took, and DynamoDB charges for it. */
const noteRefusal =
  (cost: Transactions, input: { readonly TransactItems?: readonly unknown[] }) =>
  (error: unknown) => {
    if (error instanceof TransactionCanceledException)
      cost.refusedWrites += input.TransactItems?.length ?? 0;
    throw error;
  };

/** Lets the calls that are measured on a table be counted. */
export const watch = ({ documents }: Table): void => {
  documents.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        if (!running) return next(args);
        running.trips += 1;
        if (commandName.startsWith("TransactWrite")) running.transactions += 1;
        Object.assign(args.input, { ReturnConsumedCapacity: "INDEXES" });
        const result = await next(args).catch(noteRefusal(running, args.input as object));
        const { ConsumedCapacity = [], Count = 0 } = result.output as Output;
        running.entries += Count;
        for (const capacity of [ConsumedCapacity].flat())
          add(running, capacity, /Write|Put|Update|Delete/.test(commandName));
        return result;
      },
    { step: "initialize", name: "meterUnits" },
  );

  // Around the request until its answer begins, inside everything else that the SDK does: reading and parsing an answer counts as
  // ours. Requests that overlap count once.
  documents.middlewareStack.add(
    (next) => async (args) => {
      if (underWay === 0) {
        since = performance.now();
        waits += 1;
      }
      underWay += 1;
      try {
        return await next(args);
      } finally {
        underWay -= 1;
        if (underWay === 0) waited += performance.now() - since;
      }
    },
    { step: "deserialize", name: "meterWaiting", priority: "low" },
  );
};

/** Measures one call on the tables that are watched; it must run alone. */
export const metered = async <Answer>(
  call: () => Promise<Answer>,
): Promise<Sample & { readonly answer: Answer }> => {
  const cost = {
    trips: 0,
    writeTable: 0,
    writeIndex: 0,
    read: 0,
    entries: 0,
    transactions: 0,
    refusedWrites: 0,
  };
  running = cost;
  waited = 0;
  waits = 0;
  const from = performance.now();
  try {
    const answer = await call();
    return { ...cost, ms: performance.now() - from, waiting: waited, waits, answer };
  } finally {
    running = undefined;
  }
};
