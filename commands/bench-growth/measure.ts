import { cp } from "node:fs/promises";
import { join } from "node:path";
import { type Bench, openBench } from "../bench/service.ts";
import type { Progress } from "../cli/output.ts";
import type { Stand } from "../stand.ts";
import { measured, type Point, type Series } from "./figures.ts";
import { fill } from "./fill.ts";
import { beyond, fresh, fromTo, growing, layout, lengthsTo, type Options, spanAt, warmUp } from "./layout.ts";
import { checkRows, goodsOf, historyRow, type Row, rowsOf } from "./rows.ts";
import { boxInfo, boxSteps, everyStep, historySteps, historyWrites } from "./steps.ts";

const hour = 3_600_000;

type Context = { readonly stand: Stand; readonly options: Options; readonly progress: Progress; readonly filledAt: number };

/** A table's engine is on a file of a folder of its own, so that the next table can begin with a copy of it. */
const fileOf = (size: number) => `goods-${size}/dynamodb.sqlite`;

/** A filled table, and where its engine is. */
type Filled = Bench & { readonly endpoint: string };

/** Fills a table to each size, and gives each, and how many items the engine took in a second. */
const fillTables = async ({ stand, options, progress, filledAt }: Context) => {
  const rows = (n: number): Row[] => rowsOf(goodsOf(n, filledAt));
  const tables = new Map<number, Filled>();
  const [items, from] = [4 * (options.sizes.at(-1) ?? 0), performance.now()];
  for (const [at, size] of options.sizes.entries()) {
    const before = options.sizes[at - 1] ?? 0;
    const folder = (of: number) => join(stand.folder, fileOf(of), "..");
    if (before > 0) await cp(folder(before), folder(size), { recursive: true });
    const engine = await stand.open(fileOf(size));
    if (before === 0) await checkRows(await openBench(stand, engine.endpoint), 0);
    const bar = progress(`fill to ${size}`, 4 * (size - before));
    await fill(engine.endpoint, Iterator.from(fromTo(before, size, rows)).flatMap(Iterator.from), bar.add);
    bar.end();
    // The next begins with a copy of its file, which must be whole.
    await engine.stop();
  }
  const fillRate = items / ((performance.now() - from) / 1_000);
  for (const size of options.sizes) {
    const { endpoint } = await stand.open(fileOf(size));
    tables.set(size, { ...(await openBench(stand, endpoint)), endpoint });
  }
  return { tables, fillRate };
};

/** Measures every operation at every size. */
const growTable = async (tables: ReadonlyMap<number, Bench>, { options, progress, filledAt }: Context): Promise<Point[]> => {
  const { sizes, samples } = options;
  const warm = warmUp(options);
  // The check of the rows took the first.
  let n = 1;
  const steps = (size: number, round: number) => {
    const bench = tables.get(size);
    if (!bench) return [];
    // One from each part of the span: no goods twice, and no part of the table left out.
    const { from, count } = spanAt(size, sizes[sizes.indexOf(size) - 1]);
    return everyStep(bench, {
      known: layout.zongpai(from + Math.floor(((round + 0.5) * count) / (warm + samples))),
      n: n++,
      size,
      filledAt,
    });
  };
  await measured(sizes, warm, steps);
  const bar = progress("measure the tables", sizes.length * samples);
  return measured(sizes, samples, (size, round) => steps(size, warm + round), bar.add).finally(bar.end);
};

/** Boxes of rising length; goods from the whole table are saved into each, corrected and taken out, and it is read. */
const growBox = async (bench: Filled, { options, progress, filledAt }: Context): Promise<Point[]> => {
  const { longest, samples, sizes } = options;
  const goods = sizes.at(-1) ?? 0;
  const lengths = lengthsTo(longest);
  let next: number = beyond.inBox;
  for (const length of lengths) {
    const box_no = growing.boxNo(length);
    await fill(
      bench.endpoint,
      Iterator.from(fromTo(next, next + length, (n) => rowsOf({ ...goodsOf(n, filledAt), box_no }))).flatMap(Iterator.from),
    );
    next += length;
  }
  const reads = Math.ceil(samples / 4);
  const bar = progress("measure the boxes", (samples + reads + 1) * lengths.length);
  const drawn = (round: number) => layout.zongpai(Math.floor(((round + 0.5) * goods) / samples));
  const writes = await measured(lengths, samples, (length, round) => boxSteps(bench, growing.boxNo(length), drawn(round)), bar.add);
  const infos: Point[] = [];
  // Reads come last, the small boxes first: one of a whole box drives all else out of every cache. The first keeps a copy of the ERP's row.
  for (const length of lengths)
    infos.push(...(await measured([length], reads + 1, (_, round) => [boxInfo(bench, growing.boxNo(length), round === 0)], bar.add)));
  bar.end();
  return writes.map(({ at, figures }, index) => ({ at, figures: [...figures, ...(infos[index]?.figures ?? [])] }));
};

/**
 * Goods with histories of rising length. Measuring lengthens them, so each length has as many goods as it takes that no history
 * grows by more than a few rounds, or to about twice its length.
 */
const growHistory = async (bench: Filled, { options, progress, filledAt }: Context): Promise<Point[]> => {
  const { longest, samples } = options;
  const lengths = lengthsTo(longest);
  const goodsAt = (length: number) => Math.min(samples, Math.ceil((samples * historyWrites) / length));
  const numberOf = (length: number, round: number) => beyond.withHistory + lengths.indexOf(length) * samples + (round % goodsAt(length));
  const rows = (length: number, round: number): Row[] => {
    const goods = goodsOf(numberOf(length, round), filledAt);
    const { zongpai, location = growing.shelf } = goods;
    return [...rowsOf(goods), ...fromTo(1, length, (at) => historyRow(zongpai, location, filledAt - at))];
  };
  for (const length of lengths)
    await fill(bench.endpoint, Iterator.from(fromTo(0, goodsAt(length), (round) => rows(length, round))).flatMap(Iterator.from));
  let n: number = beyond.measured;
  const bar = progress("measure the histories", samples * lengths.length);
  const steps = (length: number, round: number) =>
    historySteps(bench, layout.zongpai(numberOf(length, round)), fresh.boxNo(n), fresh.location(n++));
  return measured(lengths, samples, steps, bar.add).finally(bar.end);
};

/** Fills the tables and measures them; then boxes and histories, in the largest of them. */
export const measureGrowth = async (options: Options, stand: Stand, progress: Progress) => {
  // The goods were scanned an hour ago: whatever moves them now is newer.
  const context = { stand, options, progress, filledAt: Date.now() - hour };
  const { tables, fillRate } = await fillTables(context);
  const table = await growTable(tables, context);
  const largest = tables.get(options.sizes.at(-1) ?? 0);
  if (!largest) throw new Error("There is no table to measure.");
  const series: readonly Series[] = [
    { name: "The table grows", unit: "goods", points: table },
    { name: "One box grows", unit: "items", points: await growBox(largest, context) },
    { name: "The history of goods grows", unit: "operations", points: await growHistory(largest, context) },
  ];
  return { series, fillRate };
};
