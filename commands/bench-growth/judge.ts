import type { Cost } from "../bench/meter.ts";

/** `page` is a page of the overview. */
export type Kind = "write" | "page" | "read";

/** Of one operation; milliseconds. `own` is the median of what is not the engine's; `cost` the most that any call took. */
export type Figures = {
  readonly operation: string;
  readonly kind: Kind;
  readonly p50: number;
  readonly p99: number;
  readonly own: number;
  readonly cost: Cost;
};

/** What was measured at one length of what grows, and what grows with all its lengths. */
export type Point = { readonly at: number; readonly figures: readonly Figures[] };
export type Series = {
  readonly name: string;
  readonly unit: string;
  readonly points: readonly Point[];
};

type At = Figures & { readonly at: number };

/** The figures of each operation at every length of a series that has it. */
export const operationsOf = ({ points }: Series): [At, ...At[]][] => {
  const all = points.flatMap(({ at, figures }) => figures.map((one): At => ({ at, ...one })));
  return Object.values(Object.groupBy(all, ({ operation }) => operation)) as [At, ...At[]][];
};

const words = {
  writeTable: "write units",
  writeIndex: "index write units",
  read: "read units",
} as const;

const grown = ([first, ...later]: readonly At[], unit: string): string[] =>
  later.flatMap(({ operation, at, cost }) =>
    (Object.keys(words) as (keyof typeof words)[])
      .filter((name) => first && cost[name] > first.cost[name])
      .map(
        (name) =>
          `${operation}: ${cost[name]} ${words[name]} at ${at} ${unit}, ${first?.cost[name]} at ${first?.at}: they grow.`,
      ),
  );

/**
 * What must not grow and does, in sentences; empty when all is well: a write costs the same at all lengths; a page costs what it reads,
 * so as many entries as many units, and never reads more than `mostEntries`. A table too small for a whole page is not compared.
 */
export const complaintsOf = (all: readonly Series[], mostEntries: number): string[] =>
  all.flatMap((series) =>
    operationsOf(series).flatMap((found) => {
      const [{ kind }] = found;
      if (kind === "write") return grown(found, series.unit);
      if (kind !== "page") return [];
      const longest = Math.max(...found.map(({ cost }) => cost.entries));
      const over = found.filter(({ cost }) => cost.entries > mostEntries);
      return [
        ...over.map(
          ({ operation, at, cost }) =>
            `${operation}: reads ${cost.entries} entries at ${at} ${series.unit}, more than ${mostEntries}.`,
        ),
        ...grown(
          found.filter(({ cost }) => cost.entries === longest),
          series.unit,
        ),
      ];
    }),
  );
