import { documents } from "#lib/store/client.ts";

/** What one operation cost: requests to DynamoDB, and the units that it said it took. */
export type Cost = { trips: number; writeTable: number; writeIndex: number; read: number };

type Capacity = {
  readonly Table?: { readonly WriteCapacityUnits?: number; readonly ReadCapacityUnits?: number; readonly CapacityUnits?: number };
  readonly GlobalSecondaryIndexes?: Readonly<Record<string, { readonly WriteCapacityUnits?: number; readonly CapacityUnits?: number }>>;
};

let running: Cost | undefined;

const add = (cost: Cost, capacity: Capacity, writes: boolean) => {
  const table = capacity.Table ?? {};
  if (!writes) {
    const indexes = Object.values(capacity.GlobalSecondaryIndexes ?? {});
    cost.read +=
      (table.ReadCapacityUnits ?? table.CapacityUnits ?? 0) + indexes.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    return;
  }
  cost.writeTable += table.WriteCapacityUnits ?? table.CapacityUnits ?? 0;
  for (const index of Object.values(capacity.GlobalSecondaryIndexes ?? {}))
    cost.writeIndex += index.WriteCapacityUnits ?? index.CapacityUnits ?? 0;
};

documents.middlewareStack.add(
  (next, { commandName = "" }) =>
    async (args) => {
      if (!running) return next(args);
      running.trips += 1;
      Object.assign(args.input, { ReturnConsumedCapacity: "INDEXES" });
      const result = await next(args);
      const { ConsumedCapacity } = result.output as { ConsumedCapacity?: Capacity | Capacity[] };
      const writes = /Write|Put|Update|Delete/.test(commandName);
      for (const capacity of [ConsumedCapacity ?? []].flat()) add(running, capacity, writes);
      return result;
    },
  { step: "initialize", name: "meter" },
);

/** Runs one operation alone and tells what it cost. */
export const metered = async <Answer>(operation: () => Promise<Answer>): Promise<Cost & { answer: Answer }> => {
  const cost: Cost = { trips: 0, writeTable: 0, writeIndex: 0, read: 0 };
  running = cost;
  try {
    const answer = await operation();
    return { ...cost, answer };
  } finally {
    running = undefined;
  }
};
