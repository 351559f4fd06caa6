import { drawing } from "./draw.ts";
import { inTurn, measured, type Point } from "./figures.ts";
import type { Filling, Table } from "./fill-tables.ts";
import { beyond } from "./layout.ts";
import { warmUp } from "./lengths.ts";
import type { Options } from "./options.ts";
import { reach } from "./reach.ts";
import { everyStep } from "./steps.ts";

/** A table whose engine runs. */
export type Live = Table & { readonly endpoint: string };

/** Measures every operation at every size, one size after the other in turn. */
export const growTable = async (tables: readonly Live[], options: Options, { signal, progress, filledAt }: Filling): Promise<Point[]> => {
  const draw = drawing(options.seed);
  const bySize = new Map(tables.map((table) => [table.size, table]));
  const enter = (size: number) => reach(bySize.get(size)?.endpoint ?? "");
  // A fill that was stopped may have left fewer.
  const samples = Math.min(options.samples, ...tables.map(({ span }) => span.to - span.from));
  // One from each part of the span: no goods twice, and no part of the table left out.
  const drawnAt = (size: number, sample: number): number => {
    const { from, to } = bySize.get(size)?.span ?? { from: 0, to: 0 };
    const part = (to - from) / samples;
    return from + Math.floor(sample * part) + Math.floor(draw() * Math.floor(part));
  };
  const sizes = tables.map(({ size }) => size);
  // The check of the rows took the first.
  let n = 1;
  const cold = inTurn(sizes, warmUp(options), (size, at) => everyStep({ drawn: beyond.warmUp + at, n: n++, size, filledAt }));
  await measured(cold, { signal, enter });
  const bar = progress("measure the tables", sizes.length * samples);
  const rounds = inTurn(sizes, samples, (size, sample) => everyStep({ drawn: drawnAt(size, sample), n: n++, size, filledAt }));
  return measured(rounds, { signal, enter, done: () => bar.add(1) }).finally(bar.end);
};
