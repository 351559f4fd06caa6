import type { Machine } from "../bench/machine.ts";
import { shown } from "../cli/output.ts";
import { type Parts, table } from "../docs/markdown.ts";
import { operationsOf, type Series } from "./judge.ts";

/** Everything that a run found; `fillRate` is items a second that the engine took in the fill. */
export type Growth = {
  readonly machine: Machine;
  readonly seconds: number;
  readonly samples: number;
  readonly shards: number;
  readonly pageSize: number;
  readonly fillRate: number;
  readonly series: readonly Series[];
  readonly complaints: readonly string[];
};

const ms = (value: number) => (value < 9.95 ? value.toFixed(1) : value.toFixed(0));
const units = (value: number) => shown(value, 1);
/** A cost at each length; once, where it is the same at all. */
const each = (values: readonly string[]): string => [...new Set(values)].join(", ");

const tableOf = (series: Series): string =>
  table(
    [
      "operation",
      "trips",
      "write units",
      "read units",
      ...series.points.map(({ at }) => `${shown(at)} ${series.unit}`),
    ],
    operationsOf(series).map((found) => [
      found[0].operation,
      each(found.map(({ cost }) => shown(cost.trips))),
      each(found.map(({ cost }) => `${units(cost.writeTable)} + ${units(cost.writeIndex)}`)),
      each(found.map(({ cost }) => units(cost.read))),
      ...found.map(({ p50, p99, own }) => `${ms(p50)} / ${ms(p99)} (${ms(own)})`),
    ]),
  );

const unitsSentence = ({ complaints, series }: Growth): string => {
  if (complaints.length > 0)
    return `**Consumed units grow, and must not:**\n${complaints.map((complaint) => `  - ${complaint}`).join("\n")}`;
  const ends = series.map(
    ({ points, unit }) =>
      `with ${shown(points.at(-1)?.at ?? 0)} ${unit} than with ${shown(points[0]?.at ?? 0)}`,
  );
  return `Units: no write consumes more ${ends.join(", or ")}.`;
};

/** So many entries of the index a page of the overview reads at most: of the whole warehouse it looks whether goods off the shelf follow. */
export const mostEntriesOf = (shards: number, pageSize: number): number => shards * (pageSize + 2);

/** The parts of docs/growth.md. */
export const growthParts = (growth: Growth): Parts => {
  const { machine, seconds, samples, shards, pageSize, fillRate, series } = growth;
  return {
    measured: `Measured on ${machine.date} in ${shown(seconds / 60)} minutes: ${machine.machine}, Node ${machine.node}, ${machine.engine}; ${samples} calls of each operation at each length, ${shown(fillRate)} items a second in the fill, load average ${machine.load.toFixed(1)} when it began. The p99 holds what disturbed the machine and the engine's disk.`,
    "in short": [
      `- ${unitsSentence(growth)}`,
      `- A page of the overview reads at most ${shown(mostEntriesOf(shards, pageSize))} entries of the index, ${pageSize + 2} of each of ${shards} shards, whatever the size.`,
      "- What does rise is the answer about one box, with the items that it shows.",
    ].join("\n"),
    ...Object.fromEntries(series.map((one) => [one.name, tableOf(one)])),
  };
};
