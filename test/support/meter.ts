import { table } from "./table.ts";
import { meterOn, type Units } from "./units.ts";

export type Cost = Units;

/** Runs one operation alone. Returns its requests to DynamoDB and their units. */
export const metered = meterOn(table);
