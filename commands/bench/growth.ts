import { type Progress, shown } from "../cli/output.ts";
import { erpRowsOf, openFixture } from "../fixture.ts";
import { openBench } from "./functions.ts";
import { type Cost, metered, watch } from "./meter.ts";
import { type Step, stepsOn, type Unused } from "./steps.ts";

/** Rounds of all operations at each size; the first ones, in which the code gets warm, do not count. */
const [rounds, warming] = [20, 10];
/** Requests of the fill at once. */
const atOnce = 8;

const named = (head: string, round: number) =>
  Array.from({ length: 5 }, (_, at) => `${head}${round}-${at}`);
const unusedIn = (round: number): Unused => ({
  goods: named("PO9", round),
  boxes: named("BX9", round),
  locations: named("Z-9", round),
});

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** What one operation took at a size: the most units, and the median of the processor time. */
type Figures = { readonly writes: number; readonly reads: number; readonly cpu: number };

const figuresOf = (costs: readonly Cost[]): Figures => ({
  writes: Math.max(...costs.map(({ writeTable, writeIndex }) => writeTable + writeIndex)),
  reads: Math.max(...costs.map(({ read }) => read)),
  cpu: median(costs.map(({ cpu }) => cpu)),
});

/**
 * Fills the table of demo through the service, to each size in turn, with goods on shelves and in boxes of ten, and measures at each every
 * operation of every route. Gives a row for each operation, and the writes that take more units in the larger table.
 */
export const measureGrowth = async (sizes: readonly number[], progress: Progress) => {
  const largest = Math.max(...sizes);
  const goods = Array.from({ length: largest }, (_, at) => `PO1-${at}`);
  const unused = Array.from({ length: sizes.length * (rounds + warming) }, (_, at) => unusedIn(at));
  const known = {
    goods: [...goods, ...unused.flatMap((names) => names.goods)],
    boxes: unused.flatMap(({ boxes }) => boxes),
  };
  const fixture = await openFixture("bench-growth", "demo", (site) =>
    erpRowsOf(known, 999_999, site),
  );
  try {
    const { endpoint } = await fixture.open();
    const { table, sure } = await openBench(fixture, endpoint);
    watch(table);
    const stored = async (at: number) => {
      const zongpai = goods[at];
      const location = `L1-A-${at % 1_000}`;
      const box_no = `BX1-${Math.floor(at / 10)}`;
      await sure({ route: "post-trace-location", fields: { zongpai, location } });
      await sure({ route: "post-box", fields: { box_no, zongpai, quantity: 1 } });
    };
    const all = new Map<string, Figures[]>();
    let filled = 0;
    for (const size of sizes) {
      const filling = progress(`goods, to ${shown(size)}`, size - filled);
      const writer = async () => {
        while (filled < size) {
          filled += 1;
          await stored(filled - 1);
          filling.add();
        }
      };
      await Promise.all(Array.from({ length: atOnce }, writer));
      filling.end();
      const costs = new Map<string, Cost[]>();
      const measuring = progress(`rounds at ${shown(size)}`, rounds + warming);
      for (const [round, names] of unused.splice(0, rounds + warming).entries()) {
        for (const step of stepsOn(names, fixture.site)) {
          const cost = await metered(() => sure(step));
          if (step.id === undefined || round < warming) continue;
          const name = nameOf(step);
          costs.set(name, [...(costs.get(name) ?? []), cost]);
        }
        measuring.add();
      }
      measuring.end();
      for (const [name, own] of costs) all.set(name, [...(all.get(name) ?? []), figuresOf(own)]);
    }
    const rows = [...all].map(([name, figures]) => [
      name,
      ...figures.flatMap(({ writes, reads, cpu }) => [
        shown(writes, 1),
        shown(reads, 1),
        shown(cpu, 1),
      ]),
    ]);
    const grown = [...all].flatMap(([name, figures]) =>
      figures.some(({ writes }) => writes > (figures[0]?.writes ?? 0)) ? [name] : [],
    );
    return { rows, grown };
  } finally {
    await fixture.stop();
  }
};

const nameOf = ({ route, id = "" }: Step) => `${route}, ${id}`;
