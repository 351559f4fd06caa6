import { table } from "./table.ts";

/** Requests to DynamoDB, and the units that it reported. */
export type Cost = { trips: number; writeTable: number; writeIndex: number; read: number };

type Units = { readonly CapacityUnits?: number; readonly WriteCapacityUnits?: number };
type Capacity = {
  readonly Table?: Units;
  readonly GlobalSecondaryIndexes?: Readonly<Record<string, Units>>;
};
type Output = { readonly ConsumedCapacity?: Capacity | Capacity[] };

let running: Cost | undefined;

const unitsOf = ({ WriteCapacityUnits, CapacityUnits = 0 }: Units = {}) =>
  WriteCapacityUnits ?? CapacityUnits;

table.documents.middlewareStack.add(
  (next, { commandName = "" }) =>
    async (args) => {
      if (!running) return next(args);
      const cost = running;
      cost.trips += 1;
      Object.assign(args.input, { ReturnConsumedCapacity: "INDEXES" });
      const result = await next(args);
      const { ConsumedCapacity = [] } = result.output as Output;
      for (const { Table, GlobalSecondaryIndexes = {} } of [ConsumedCapacity].flat()) {
        const index = Object.values(GlobalSecondaryIndexes).map(unitsOf);
        const ofIndex = index.reduce((sum, units) => sum + units, 0);
        if (/Write|Put|Update|Delete/.test(commandName)) {
          cost.writeTable += unitsOf(Table);
          cost.writeIndex += ofIndex;
        } else cost.read += unitsOf(Table) + ofIndex;
      }
      return result;
    },
  { step: "initialize", name: "meterUnits" },
);

/** Runs one operation alone. */
export const metered = async <Answer>(
  operation: () => Promise<Answer>,
): Promise<Cost & { readonly answer: Answer }> => {
  const cost = { trips: 0, writeTable: 0, writeIndex: 0, read: 0 };
  running = cost;
  try {
    const answer = await operation();
    return { ...cost, answer };
  } finally {
    running = undefined;
  }
};
