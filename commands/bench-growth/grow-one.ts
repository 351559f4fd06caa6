import { drawing, fromTo } from "./draw.ts";
import { inTurn, measured, type Point } from "./figures.ts";
import type { Fill } from "./fill.ts";
import type { Filling } from "./fill-tables.ts";
import { beyond, growing, layout } from "./layout.ts";
import { lengthsTo } from "./lengths.ts";
import type { Options } from "./options.ts";
import { goodsOf, historyRow, type Row, rowsOf } from "./rows.ts";
import { boxInfo, boxSteps, historySteps, historyWrites } from "./steps.ts";

type Context = Filling & { readonly fill: Fill };

/** Boxes of rising length; goods from the whole table are saved into each, corrected and taken out, and it is read. */
export const growBox = async (options: Options, goods: number, { fill, signal, progress, filledAt }: Context): Promise<Point[]> => {
  const { longest, samples, seed } = options;
  const draw = drawing(seed);
  const lengths = lengthsTo(longest);
  let next = beyond.inBox;
  for (const length of lengths) {
    const box_no = growing.boxNo(length);
    await fill(fromTo(next, next + length, (n) => rowsOf({ ...goodsOf(n, filledAt), box_no })));
    next += length;
  }
  const writes = inTurn(lengths, samples, (length) => boxSteps(growing.boxNo(length), layout.zongpai(Math.floor(draw() * goods))));
  // Reads come last, the small boxes first: one of a whole box drives everything else out of every cache.
  const reads = Math.ceil(samples / 4);
  const infos = lengths.flatMap((length) => {
    const info = boxInfo(growing.boxNo(length));
    // The first keeps a copy of the ERP's row.
    return [...inTurn([length], reads + 1, (_, sample) => [sample === 0 ? { ...info, kind: "aside" } : info])];
  });
  const bar = progress("measure the boxes", (samples + reads + 1) * lengths.length);
  return measured([...writes, ...infos], { signal, done: () => bar.add(1) }).finally(bar.end);
};

/**
 * Goods with histories of rising length. Measuring lengthens them, so each length has as many goods as it takes that no history
 * grows by more than a few rounds, or to about twice its length.
 */
export const growHistory = async ({ longest, samples }: Options, { fill, signal, progress, filledAt }: Context): Promise<Point[]> => {
  const lengths = lengthsTo(longest);
  const goodsAt = (length: number) => Math.min(samples, Math.ceil((samples * historyWrites) / length));
  const numberOf = (length: number, sample: number) => beyond.withHistory + lengths.indexOf(length) * samples + (sample % goodsAt(length));
  const rows =
    (length: number) =>
    (sample: number): Row[] => {
      const goods = goodsOf(numberOf(length, sample), filledAt);
      const { zongpai, location = growing.shelf } = goods;
      return [...rowsOf(goods), ...fromTo(1, length, (at) => historyRow(zongpai, location, filledAt - at))];
    };
  for (const length of lengths) await fill(fromTo(0, goodsAt(length), rows(length)));
  let n: number = beyond.measured;
  const rounds = inTurn(lengths, samples, (length, sample) => historySteps(layout.zongpai(numberOf(length, sample)), n++));
  const bar = progress("measure the histories", samples * lengths.length);
  return measured(rounds, { signal, done: () => bar.add(1) }).finally(bar.end);
};
