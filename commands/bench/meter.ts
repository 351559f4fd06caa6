import type { Table } from "#lib/store/client.ts";

/** What one call cost: requests to DynamoDB, the units that it said it took, milliseconds of this process's processor time. */
export type Cost = {
  trips: number;
  writeTable: number;
  writeIndex: number;
  read: number;
  cpu: number;
};

type Units = { readonly CapacityUnits?: number; readonly WriteCapacityUnits?: number };
type Capacity = {
  readonly Table?: Units;
  readonly GlobalSecondaryIndexes?: Readonly<Record<string, Units>>;
};
type Output = { readonly ConsumedCapacity?: Capacity | Capacity[] };

let running: Cost | undefined;

const unitsOf = ({ WriteCapacityUnits, CapacityUnits = 0 }: Units = {}) =>
  WriteCapacityUnits ?? CapacityUnits;

/** Counts on a table the requests of the calls that are measured. */
export const watch = ({ documents }: Table): void =>
  documents.middlewareStack.add(
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

/** Measures one call on the tables that are watched; it must run alone. */
export const metered = async <Answer>(
  call: () => Promise<Answer>,
): Promise<Cost & { readonly answer: Answer }> => {
  const cost = { trips: 0, writeTable: 0, writeIndex: 0, read: 0, cpu: 0 };
  running = cost;
  const from = process.cpuUsage();
  try {
    const answer = await call();
    const { user, system } = process.cpuUsage(from);
    return { ...cost, cpu: (user + system) / 1_000, answer };
  } finally {
    running = undefined;
  }
};

/** The value below which this share of the values lies; the median. */
export const quantile = (values: readonly number[], share = 0.5): number =>
  values.toSorted((one, other) => one - other)[Math.max(0, Math.ceil(share * values.length) - 1)] ??
  0;
