import { fromTo } from "./draw.ts";
import { type Filled, filler } from "./fill.ts";
import { beyond } from "./layout.ts";
import { warmUp } from "./lengths.ts";
import { type Options, type Span, spanAt } from "./options.ts";
import type { Progress } from "./progress.ts";
import { reach } from "./reach.ts";
import { goodsOf, rowsOf } from "./rows.ts";
import { checkRows } from "./same-rows.ts";
import type { Stand } from "./stand.ts";

/** A filled table; `span` are the goods from which those that are measured are drawn. */
export type Table = { readonly name: string; readonly size: number; readonly span: Span; readonly filled: Filled };
export type Filling = { readonly signal: AbortSignal; readonly progress: Progress; readonly filledAt: number };

/** Milliseconds for all fills together. */
const fillLimit = 600_000;

/** What a table is called: by the size that it was to have. */
const tableAt = (size: number) => `goods-${size}`;

/**
 * Fills a table to each size, the next from a copy of the one before, so that all can be measured in turn: what disturbs the machine
 * for a while disturbs all sizes alike.
 */
export const fillTables = async (
  options: Options,
  stand: Stand,
  { signal, progress, filledAt }: Filling,
): Promise<{ tables: Table[]; missed?: number }> => {
  const tables: Table[] = [];
  let [before, left] = [0, fillLimit];
  const rows = (n: number) => rowsOf(goodsOf(n, filledAt));
  for (const wanted of options.sizes) {
    if (before > 0) await stand.copy(tableAt(before), tableAt(wanted));
    const engine = await stand.open(tableAt(wanted));
    const { fill, close } = filler(engine.endpoint, signal);
    const bar = progress(`fill to ${wanted}`, wanted - before);
    try {
      if (before === 0) {
        reach(engine.endpoint);
        await checkRows(0);
        await fill(fromTo(beyond.warmUp, beyond.warmUp + warmUp(options), rows));
      }
      const filled = await fill(fromTo(before, wanted, rows), { until: performance.now() + left, done: bar.add });
      left -= filled.seconds * 1_000;
      const size = before + filled.sources;
      if (filled.sources > 0) tables.push({ name: tableAt(wanted), size, span: spanAt(size, before), filled });
      if (size < wanted) return { tables, missed: wanted };
    } finally {
      bar.end();
      close();
      await engine.stop();
    }
    before = wanted;
  }
  return { tables };
};
