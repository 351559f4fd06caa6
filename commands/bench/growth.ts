import { leaveOutToken } from "#infra/local/leave-out-token.ts";
import { atOnce } from "../audit/at-once.ts";
import { type Progress, quantile, shown } from "../cli/output.ts";
import { demoWith, openBench, type Step } from "./functions.ts";
import { meterOn, processorTime, type Units } from "./meter.ts";
import { type Measured, placeOf, stepsOf } from "./steps.ts";

/** Requests of the fill at the same time; rounds of all requests at each size; refusals that are stored before. */
const [writers, rounds, refusals] = [8, 30, 400];

/** `ours`, `engine`: milliseconds of processor time. */
type Cost = Units & { readonly ours: number; readonly engine: number; readonly shows: number };

/** US dollars for a million units, in us-east-1. */
const [writeUnit, readUnit] = [0.625, 0.125];

/** The figures of a request over its rounds: the most units, and the median of the time. */
const figuresOf = (costs: readonly Cost[]) => {
  const most = (of: (cost: Cost) => number) => Math.max(...costs.map(of));
  const median = (of: (cost: Cost) => number) => quantile(costs.map(of));
  return {
    table: most(({ writeTable }) => writeTable),
    index: most(({ writeIndex }) => writeIndex),
    refused: most(({ refused }) => refused),
    read: most(({ read }) => read),
    entries: most(({ entries }) => entries),
    shows: most(({ shows }) => shows),
    trips: most(({ trips }) => trips),
    ours: median(({ ours }) => ours),
    engine: median(({ engine }) => engine),
  };
};

type Figures = ReturnType<typeof figuresOf>;
const written = ({ table, index, refused }: Figures) => table + index + refused;
const timeOf = ({ ours, engine, entries, shows }: Figures) =>
  `${ours.toFixed(1)}+${engine.toFixed(1)}${shows ? ` ${entries}/${shows}` : ""}`;

/**
 * Fills demo's table through the service to each size in turn, and measures every request at each. Gives rows, and the writes that
 * take more units in the larger table.
 * @throws Error if a request is answered otherwise than it must be, or a read shows nothing
 */
export const measureGrowth = async (sizes: readonly number[], progress: Progress) => {
  const fill = Array.from({ length: Math.max(...sizes) }, (_, at) => `PO1-${at}`);
  const names = Array.from({ length: sizes.length * rounds }, (_, round) => round);
  const goods = [...fill, ...names.map((round) => `PO9-${round}`)];
  const boxes = names.flatMap((round) => [`BX91-${round}`, `BX92-${round}`]);
  await using fixture = await demoWith(goods, boxes);
  const engine = await fixture.open();
  const { table, call, sure } = await openBench(fixture, engine.endpoint);
  const metered = meterOn(table);
  leaveOutToken(table);
  const measured = async ({ step, shows, refused }: Measured) => {
    const [from, engineFrom] = [process.cpuUsage(), processorTime(engine.pid)];
    const { answer, ...units } = await metered(() => call(step));
    const { user, system } = process.cpuUsage(from);
    const shown = shows ? (answer.body.match(shows)?.length ?? 0) : 0;
    if (answer.status >= 300 !== (refused === true) || (shows && shown === 0))
      throw new Error(`${JSON.stringify(step)} was answered ${answer.status} ${answer.body}`);
    const took = { ours: (user + system) / 1_000, engine: processorTime(engine.pid) - engineFrom };
    return { ...units, ...took, shows: shown };
  };
  const save = (at: number): Step => [
    "post-box",
    { box_no: `BX1-${Math.floor(at / 10)}`, zongpai: fill[at], quantity: 1 },
  ];
  const costs = new Map(stepsOf(0).map(({ name }) => [name, sizes.map((): Cost[] => [])]));
  let filled = 0;
  for (const [which, size] of sizes.entries()) {
    const bar = progress(`goods, to ${shown(size)}`, size - filled);
    await atOnce(fill.slice(filled, size).entries(), writers, async ([at, zongpai]) => {
      await sure(["post-trace-location", { zongpai, ...placeOf(at) }]);
      await sure(save(filled + at));
      bar.add();
    });
    bar.end();
    filled = size;
    if (which === 0) for (let at = 0; at < refusals; at += 1) await call(save(at % size));
    for (const round of names.slice(which * rounds, (which + 1) * rounds))
      for (const one of stepsOf(round)) costs.get(one.name)?.[which]?.push(await measured(one));
  }
  const all = [...costs].map(([name, bySize]) => ({ name, sizes: bySize.map(figuresOf) }));
  return {
    rows: all.map(({ name, sizes }) => {
      const of = sizes.at(-1) ?? figuresOf([]);
      const { trips, table, index, refused, read } = of;
      const dollars = written(of) * writeUnit + read * readUnit;
      const units = [`${table}+${index}+${refused}`, shown(read, 1), dollars.toFixed(2)];
      return [name, String(trips), ...units, ...sizes.map(timeOf)];
    }),
    grown: all.flatMap(({ name, sizes: [small, ...larger] }) =>
      small && larger.some((of) => written(of) > written(small)) ? [name] : [],
    ),
  };
};
