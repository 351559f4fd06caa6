import { metered as sampled, watch } from "../../commands/bench/meter.ts";
import { table } from "./table.ts";

watch(table);

/** What one operation cost: requests to DynamoDB, and the units that it said it took. */
export type Cost = { trips: number; writeTable: number; writeIndex: number; read: number };

/** Runs one operation alone and tells what it cost. */
export const metered = async <Answer>(
  operation: () => Promise<Answer>,
): Promise<Cost & { answer: Answer }> => {
  const { trips, writeTable, writeIndex, read, answer } = await sampled(operation);
  return { trips, writeTable, writeIndex, read, answer };
};
