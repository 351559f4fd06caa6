import { documents } from "#lib/store/client.ts";

/** What one call cost: requests to DynamoDB, the units that it said it took, the index and table entries that queries read. */
export type Cost = { trips: number; writeTable: number; writeIndex: number; read: number; entries: number };

/** A call that was measured; milliseconds. `waiting` is the part in which the engine had a request and had not begun to answer. */
export type Sample = Cost & { readonly ms: number; readonly waiting: number };

type Units = { readonly CapacityUnits?: number; readonly WriteCapacityUnits?: number };
type Capacity = { readonly Table?: Units; readonly GlobalSecondaryIndexes?: Readonly<Record<string, Units>> };
type Output = { readonly ConsumedCapacity?: Capacity | Capacity[]; readonly Count?: number };

let running: Cost | undefined;
let underWay = 0;
let since = 0;
let waited = 0;

const unitsOf = ({ WriteCapacityUnits, CapacityUnits = 0 }: Units) => WriteCapacityUnits ?? CapacityUnits;

const add = (cost: Cost, { Table = {}, GlobalSecondaryIndexes = {} }: Capacity, writes: boolean) => {
  const index = Object.values(GlobalSecondaryIndexes).reduce((sum, units) => sum + unitsOf(units), 0);
  if (writes) {
    cost.writeTable += unitsOf(Table);
    cost.writeIndex += index;
  } else cost.read += unitsOf(Table) + index;
};

documents.middlewareStack.add(
  (next, { commandName = "" }) =>
    async (args) => {
      if (!running) return next(args);
      running.trips += 1;
      Object.assign(args.input, { ReturnConsumedCapacity: "INDEXES" });
      const result = await next(args);
      const { ConsumedCapacity = [], Count = 0 } = result.output as Output;
      running.entries += Count;
      for (const capacity of [ConsumedCapacity].flat()) add(running, capacity, /Write|Put|Update|Delete/.test(commandName));
      return result;
    },
  { step: "initialize", name: "meterUnits" },
);

// Around the request until its answer begins, inside everything else that the SDK does: reading and parsing an answer counts as
// ours. Requests that overlap count once.
documents.middlewareStack.add(
  (next) => async (args) => {
    if (underWay === 0) since = performance.now();
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

/** Measures one call, which must run alone. */
export const metered = async (call: () => Promise<unknown>): Promise<Sample> => {
  const cost: Cost = { trips: 0, writeTable: 0, writeIndex: 0, read: 0, entries: 0 };
  running = cost;
  waited = 0;
  const from = performance.now();
  try {
    await call();
    return { ...cost, ms: performance.now() - from, waiting: waited };
  } finally {
    running = undefined;
  }
};
