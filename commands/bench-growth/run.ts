import type { Point } from "./figures.ts";
import { filler } from "./fill.ts";
import { fillTables, type Table } from "./fill-tables.ts";
import { growBox, growHistory } from "./grow-one.ts";
import { growTable, type Live } from "./grow-table.ts";
import type { Options } from "./options.ts";
import type { Progress } from "./progress.ts";
import { reach } from "./reach.ts";
import type { Stand } from "./stand.ts";

export type Measured = {
  readonly tables: readonly Table[];
  /** The size that the fill did not reach in its time. */
  readonly missed?: number;
  readonly table: readonly Point[];
  readonly box: readonly Point[];
  readonly history: readonly Point[];
};

const hour = 3_600_000;

/**
 * Fills the tables and measures them; then boxes and histories, in the largest of them.
 * @throws the reason of the signal once it is aborted
 */
export const measureGrowth = async (
  options: Options,
  stand: Stand,
  watch: { readonly signal: AbortSignal; readonly progress: Progress },
): Promise<Measured> => {
  // The goods were scanned an hour ago: whatever moves them now is newer.
  const filling = { ...watch, filledAt: Date.now() - hour };
  const { tables, missed } = await fillTables(options, stand, filling);
  const live: Live[] = [];
  for (const table of tables) live.push({ ...table, endpoint: (await stand.open(table.name)).endpoint });
  const largest = live.at(-1);
  if (!largest) throw new Error("The engine did not write anything in the time for the fill.");
  const table = await growTable(live, options, filling);
  reach(largest.endpoint);
  const { fill, close } = filler(largest.endpoint, watch.signal);
  try {
    const context = { ...filling, fill };
    const box = await growBox(options, largest.size, context);
    const history = await growHistory(options, context);
    return { tables, missed, table, box, history };
  } finally {
    close();
  }
};
