import { meterOn, type Units } from "../../commands/bench/meter.ts";
import { table } from "./table.ts";

export type Cost = Units;

/** Runs one operation alone, and gives its requests to DynamoDB and their units. */
export const metered = meterOn(table);
