import * as z from "zod/mini";
import type { Change, Item } from "./expression.ts";

/**
 * Milliseconds. No attempt is older, because DynamoDB refuses a signature of that age: an instant further ahead is of a wrong clock, and
 * holds up nobody.
 */
const farthest = 900_000;

const Ordered = z.object({ recorded_at: z.optional(z.int()) });

/** What is recorded at this instant comes after the last change of the row, which has the instant from now on. */
export const inOrder = (at: number) =>
  ({
    set: { recorded_at: at },
    when: [
      {
        any: [
          { absent: "recorded_at" },
          { attribute: "recorded_at", is: "<=", value: at - 1 },
          { attribute: "recorded_at", is: ">", value: at + farthest },
        ],
      },
    ],
  }) satisfies Change;

/** The first instant from this one on that comes after the last changes of the rows. */
export const after = (at: number, ...rows: readonly (Item | undefined)[]): number => {
  const last = rows.map((row) => Ordered.parse(row ?? {}).recorded_at ?? 0);
  return Math.max(at, ...last.filter((one) => one <= at + farthest).map((one) => one + 1));
};
