import { type Progress, shown } from "../cli/output.ts";
import { erpRowsOf, openFixture } from "../fixture.ts";
import { openBench } from "./functions.ts";
import { type Cost, metered, quantile, watch } from "./meter.ts";
import { stepsOn, type Unused } from "./steps.ts";

/** Rounds of all operations at each size, of which the first half, in which the code gets warm, does not count. */
const rounds = 30;
/** Requests of the fill at once. */
const atOnce = 8;

const unusedIn = (round: number): Unused => {
  const named = (head: string) => Array.from({ length: 5 }, (_, at) => `${head}${round}-${at}`);
  return { goods: named("PO9"), boxes: named("BX9"), locations: named("Z-9") };
};

const writesOf = (costs: readonly Cost[]) =>
  Math.max(...costs.map(({ writeTable, writeIndex }) => writeTable + writeIndex));

const figuresOf = (costs: readonly Cost[]) => [
  shown(writesOf(costs), 1),
  shown(Math.max(...costs.map(({ read }) => read)), 1),
  shown(quantile(costs.map(({ cpu }) => cpu)), 1),
];

/**
 * Fills the table of demo through the service, to each size in turn, with goods on shelves and in boxes of ten, and measures at each every
 * operation of every route. Gives a row for each operation, and the writes that take more units in the larger table.
 */
export const measureGrowth = async (sizes: readonly number[], progress: Progress) => {
  const goods = Array.from({ length: Math.max(...sizes) }, (_, at) => `PO1-${at}`);
  const unused = Array.from({ length: sizes.length * rounds }, (_, at) => unusedIn(at));
  const known = {
    goods: [...goods, ...unused.flatMap((names) => names.goods)],
    boxes: unused.flatMap(({ boxes }) => boxes),
  };
  const fixture = await openFixture("bench", "demo", (site) => erpRowsOf(known, 999_999, site));
  try {
    const { table, sure } = await openBench(fixture, (await fixture.open()).endpoint);
    watch(table);
    const all = new Map<string, Cost[][]>();
    let filled = 0;
    for (const [which, size] of sizes.entries()) {
      const filling = progress(`goods, to ${shown(size)}`, size - filled);
      const writer = async () => {
        while (filled < size) {
          const at = filled;
          filled += 1;
          const fields = { zongpai: goods[at], location: `L1-A-${at % 1_000}` };
          await sure({ route: "post-trace-location", fields });
          const saved = { zongpai: goods[at], box_no: `BX1-${Math.floor(at / 10)}`, quantity: 1 };
          await sure({ route: "post-box", fields: saved });
          filling.add();
        }
      };
      await Promise.all(Array.from({ length: atOnce }, writer));
      filling.end();
      const measuring = progress(`rounds at ${shown(size)}`, rounds);
      for (const [round, names] of unused.splice(0, rounds).entries()) {
        for (const step of stepsOn(names, fixture.site)) {
          const cost = await metered(() => sure(step));
          if (step.id === undefined || round < rounds / 2) continue;
          const name = `${step.route}, ${step.id}`;
          const own = all.get(name) ?? sizes.map(() => []);
          own[which]?.push(cost);
          all.set(name, own);
        }
        measuring.add();
      }
      measuring.end();
    }
    const rows = [...all].map(([name, bySize]) => [name, ...bySize.flatMap(figuresOf)]);
    const grown = [...all].flatMap(([name, [small = [], ...larger]]) =>
      larger.some((costs) => writesOf(costs) > writesOf(small)) ? [name] : [],
    );
    return { rows, grown };
  } finally {
    await fixture.stop();
  }
};
