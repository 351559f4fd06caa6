import { existsSync, readdirSync, readFileSync } from "node:fs";
import { leaveOutToken } from "#infra/local/leave-out-token.ts";
import { forEachConcurrently } from "../../commands/audit/for-each-concurrently.ts";
import { formatNumber, quantile, showProgress } from "../../commands/cli/output.ts";
import { listPrices } from "../../commands/prices.ts";
import { meterOn, sum, type Units } from "../../test/support/units.ts";
import { demoWith, openDemo, type Step } from "./demo.ts";
import { busyGoods, largeBox, placeOf, stepsOf } from "./steps.ts";

/** Parallel requests while the table is filled, rounds of all requests at each size, and refusals stored first. */
const [writers, rounds, refusals] = [8, 30, 400];
/** One in `goodsPerItem` goods is also in the large box. The busy goods are moved as often as that box has items. */
const goodsPerItem = 4;

/** `ours`, `engine`: milliseconds of processor time. */
type Cost = Units & { readonly ours: number; readonly engine: number; readonly shows: number };

/** Milliseconds of processor time of a process; 0 where the system is not Linux. */
const processorTime = (pid: number): number => {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return 0;
  const nanoseconds = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]),
  );
  return sum(nanoseconds) / 1e6;
};

/** The figures of a request over its rounds: the most units, and the median of the time. */
const figuresOf = (costs: readonly Cost[]) => {
  const most = (of: keyof Cost) => Math.max(...costs.map((cost) => cost[of]));
  const median = (of: keyof Cost) => quantile(costs.map((cost) => cost[of])).toFixed(1);
  const shows = most("shows");
  return {
    trips: most("trips"),
    written: [most("writeTable"), most("writeIndex"), most("refused")],
    read: most("read"),
    time: `${median("ours")}+${median("engine")}${shows ? ` ${most("entries")}/${shows}` : ""}`,
  };
};

/**
 * Fills demo's table through the service to each size in turn, and measures every request at each. `grown`: the writes that take
 * more units in a larger table.
 * @throws Error if a request has another outcome than expected, or a read shows nothing
 */
export const measureGrowth = async (sizes: readonly number[]) => {
  const fill = Array.from({ length: Math.max(...sizes) }, (_, at) => `PO${1_000_000 + at}-1`);
  const names = Array.from({ length: sizes.length * rounds }, (_, round) => round);
  const goods = [...fill, busyGoods, ...names.map((round) => `PO9-${round}`)];
  const boxes = [largeBox, ...names.flatMap((round) => [`BX91${round}`, `BX92${round}`])];
  await using fixture = await demoWith(goods, boxes);
  const engine = await fixture.open();
  const { table, call, sure } = await openDemo(fixture, engine.endpoint);
  const metered = meterOn(table);
  leaveOutToken(table);
  const measured = async ({ step, expected }: ReturnType<typeof stepsOf>[number]) => {
    const [from, engineFrom] = [process.cpuUsage(), processorTime(engine.pid)];
    const { answer, ...units } = await metered(() => call(step));
    const { user, system } = process.cpuUsage(from);
    const seen = expected instanceof RegExp ? (answer.body.match(expected) ?? []) : undefined;
    if (answer.status >= 300 !== (expected === "refused") || seen?.length === 0)
      throw new Error(`${JSON.stringify(step)} was answered ${answer.status} ${answer.body}`);
    const took = { ours: (user + system) / 1_000, engine: processorTime(engine.pid) - engineFrom };
    return { ...units, ...took, shows: seen?.length ?? 0 };
  };
  const save = (at: number, box_no = `BX${1_000_000 + Math.floor(at / 10)}`): Step => [
    "post-box",
    { box_no, zongpai: fill[at], quantity: 1 },
  ];
  const fillWith = async (at: number): Promise<void> => {
    await sure(["post-trace-location", { zongpai: fill[at], ...placeOf(at) }]);
    await sure(save(at));
    if (at % goodsPerItem > 0) return;
    await sure(save(at, largeBox));
    await sure(["post-trace-location", { zongpai: busyGoods, ...placeOf(at) }]);
  };
  const costs = new Map(stepsOf(0).map(({ name }) => [name, sizes.map((): Cost[] => [])]));
  let filled = 0;
  for (const [which, size] of sizes.entries()) {
    await showProgress(`goods, to ${formatNumber(size)}`, size - filled, (add) =>
      forEachConcurrently(fill.slice(filled, size).keys(), writers, async (at) => {
        await fillWith(filled + at);
        add();
      }),
    );
    filled = size;
    if (which === 0) for (let at = 0; at < refusals; at += 1) await call(save(at % size));
    for (const round of names.slice(which * rounds, (which + 1) * rounds))
      for (const one of stepsOf(round)) costs.get(one.name)?.[which]?.push(await measured(one));
  }
  const all = [...costs].map(([name, bySize]) => ({ name, sizes: bySize.map(figuresOf) }));
  const heads = ["", "trips", "write units", "read units", "USD a million"];
  return {
    heads: [...heads, ...sizes.map((size) => `${formatNumber(size)} goods`)],
    rows: all.map(({ name, sizes }) => {
      const { trips, written, read } = sizes.at(-1) ?? figuresOf([]);
      const dollars = sum(written) * listPrices.writeUnit.usd + read * listPrices.readUnit.usd;
      const units = [written.join("+"), formatNumber(read, 1), dollars.toFixed(2)];
      return [name, String(trips), ...units, ...sizes.map(({ time }) => time)];
    }),
    about: `the most units and the median time of ${rounds} requests`,
    grown: all.flatMap(({ name, sizes: [small, ...larger] }) =>
      small && larger.some(({ written }) => sum(written) > sum(small.written)) ? [name] : [],
    ),
  };
};
