import type { Cost } from "../bench/meter.ts";
import type { Figures, Point, Series } from "./figures.ts";

const units = ["writeTable", "writeIndex", "read"] as const satisfies readonly (keyof Cost)[];
const words: Record<(typeof units)[number], string> = { writeTable: "write units", writeIndex: "index write units", read: "read units" };

const named = (points: readonly Point[], operation: string) =>
  points.flatMap(({ at, figures }) => figures.filter((one) => one.operation === operation).map((one) => ({ at, ...one })));

type At = Figures & { readonly at: number };

const grown = (first: At, later: At, { unit }: Series): string[] =>
  units
    .filter((name) => later.cost[name] > first.cost[name])
    .map(
      (name) =>
        `${later.operation}: ${later.cost[name]} ${words[name]} at ${later.at} ${unit}, ${first.cost[name]} at ${first.at}: they grow.`,
    );

/** A page costs what it reads: as many entries, as many units; and it never reads more than one page of each shard. */
const pageComplaints = (all: readonly At[], most: number, series: Series): string[] => {
  const longest = Math.max(...all.map(({ cost }) => cost.entries));
  const [first, ...later] = all.filter(({ cost }) => cost.entries === longest);
  const over = all.filter(({ cost }) => cost.entries > most);
  return [
    ...over.map(({ operation, at, cost }) => `${operation}: reads ${cost.entries} entries at ${at} ${series.unit}, more than ${most}.`),
    ...(first ? later.flatMap((one) => grown(first, one, series)) : []),
  ];
};

/**
 * What must not grow and does, in sentences; empty when all is well. `mostEntries` is what a page of the overview may read: one
 * more than it shows, of each shard. A table too small for that is not compared: there a page costs less.
 */
export const complaintsOf = (all: readonly Series[], mostEntries: number): string[] =>
  all.flatMap((series) => {
    const operations = new Map(series.points.flatMap(({ figures }) => figures.map(({ operation, kind }) => [operation, kind] as const)));
    return [...operations].flatMap(([operation, kind]) => {
      const found = named(series.points, operation);
      const [first, ...later] = found;
      if (kind === "page") return pageComplaints(found, mostEntries, series);
      return kind === "write" && first ? later.flatMap((one) => grown(first, one, series)) : [];
    });
  });
