import CliTable3 from "cli-table3";
import type { Figures, Point } from "./figures.ts";
import type { Table } from "./fill-tables.ts";
import type { Series } from "./judge.ts";
import type { Machine } from "./machine.ts";

const numbers = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
/** A number as the report shows it. */
export const shown = (value: number) => numbers.format(value);
const ms = (value: number) => (value < 9.95 ? value.toFixed(1) : value.toFixed(0));

/** A cost at each length; once, where it is the same at all. */
const each = (values: readonly string[]): string => (new Set(values).size === 1 ? (values[0] ?? "") : values.join(", "));

const written = ({ cost }: Figures) => `${shown(cost.writeTable)} + ${shown(cost.writeIndex)}`;

export const latencyOf = ({ p50, p99, own }: Figures) => `${ms(p50)} / ${ms(p99)} (${ms(own)})`;

/** The figures of one operation at every length of a series that has it. */
export const operationsOf = (points: readonly Point[]): Figures[][] => {
  const names = new Set(points.flatMap(({ figures }) => figures.map(({ operation }) => operation)));
  return [...names].map((name) => points.flatMap(({ figures }) => figures.filter(({ operation }) => operation === name)));
};

/** A series as a table: its heads and its rows. */
export const tableOf = ({ unit, points }: Series): { heads: string[]; rows: string[][] } => ({
  heads: [
    "operation",
    "trips",
    "write units",
    "read units",
    ...points.map(({ at }) => `${shown(at)} ${at === 1 ? unit.replace(/s$/, "") : unit}`),
  ],
  rows: operationsOf(points).map((found) => [
    found[0]?.operation ?? "",
    each(found.map(({ cost }) => shown(cost.trips))),
    each(found.map(written)),
    each(found.map(({ cost }) => shown(cost.read))),
    ...found.map(latencyOf),
  ]),
});

/** What the cells of a table say. */
export const legend =
  "Write units: of the table + of the index. At each length: p50 / p99 of a call in ms (in brackets the median of what is not the engine's).";

/** Everything that a run found. */
export type Growth = {
  readonly machine: Machine;
  readonly seconds: number;
  readonly samples: number;
  readonly seed: number;
  readonly shards: number;
  readonly pageSize: number;
  readonly tables: readonly Table[];
  readonly missed: number | undefined;
  readonly table: Series;
  readonly box: Series;
  readonly history: Series;
  readonly complaints: readonly string[];
};

export const missedSentence = (missed: number): string =>
  `The fill was stopped after 10 minutes: ${shown(missed)} goods were not reached, the size that was is measured.`;

const fillSentence = ({ size, filled: { items, seconds } }: Table): string =>
  `Fill to ${shown(size)} goods: ${shown(items)} items in ${shown(seconds)} s, ${shown(items / seconds)} a second.`;

/** Every series as a table for a terminal; coloured only where the terminal shows colours. */
export const printed = ({ table, box, history, tables, seconds }: Growth, stream: NodeJS.WriteStream): string => {
  const style = stream.isTTY && stream.hasColors() ? { head: ["cyan"] } : { head: [], border: [] };
  const drawn = [table, box, history].map((series) => {
    const { heads, rows } = tableOf(series);
    const grid = new CliTable3({ head: heads, colAligns: ["left", ...heads.slice(1).map(() => "right" as const)], style });
    grid.push(...rows);
    return `${series.name}\n${grid}\n`;
  });
  return [...drawn, legend, "", ...tables.map(fillSentence), `${shown(seconds)} s in all.`, ""].join("\n");
};
