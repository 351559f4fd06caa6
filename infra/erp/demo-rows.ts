import { fitsFormat } from "#labels/fits-format.ts";
import { systemClock } from "#lib/clock.ts";
import { boxColumnsOf } from "#lib/site/box-columns.ts";
import { moreExamples } from "#lib/site/more-examples.ts";
import type { Site } from "#lib/site/schema.ts";
import type { ErpRows } from "./erp-database.ts";

/** The rows that first requests and smoke tests use. */
export const firstRows = { goods: 20, boxes: 8 } as const;

/** After these rows come the orders of the sample (`../local/sample/`). Each has a box of its own, and two boxes are spare. */
const orderCount = 12;
const linesOfOrder = 4;
const spareBoxes = 2;

const productNames = [
  ...["Desk lamp, brass", "Side table, walnut", "Wall shelf, oak, 80 cm", "Floor lamp, black"],
  ...["Office chair, grey", "Bookcase, white, 5 shelves", "Pendant lamp, glass", "Stool, birch"],
  ...["Standing desk, 140 cm", "Bedside table, oak", "Mirror, round, 60 cm", "Coat rack, steel"],
];
/** The ordered quantities of the lines of three orders, in multiples of the site's least quantity. Later orders repeat them. */
const orderedCounts = [12, 8, 24, 6, 40, 16, 4, 20, 8, 10, 30, 12];
const wholeOrderCount = (order: number): number => {
  const firstLine = (order * linesOfOrder) % orderedCounts.length;
  const counts = orderedCounts.slice(firstLine, firstLine + linesOfOrder);
  return counts.reduce((sum, count) => sum + count, 0);
};

/** Boxes that hold less than their whole order: of the sample, one is then complete, and one has a piece too many. */
const partialBoxes: Readonly<Record<number, number>> = { 7: 40, 8: 13 };

type TextFormat = Site["formats"]["zongpai"];
const countUp = (digits: string, steps: number) =>
  String(Number(digits) + steps).padStart(digits.length, "0");

/**
 * Codes such as `PO5-1` after `PO4-1`: counts up the last two numbers of the format's example. If it has one number, the codes that follow
 * the first goods.
 */
const orderLines = (format: TextFormat): string[] => {
  const [, head = "", order, between = "", line = "", tail = ""] =
    /^(.*?)(\d+)(\D+)(\d+)(\D*)$/s.exec(format.example) ?? [];
  const count = orderCount * linesOfOrder;
  const codes = Array.from({ length: order === undefined ? 0 : count }, (_, index) => {
    const number = countUp(order ?? "", Math.floor(index / linesOfOrder) + 1);
    return head + number + between + countUp(line, index % linesOfOrder) + tail;
  });
  const areCodesAccepted = codes.length > 0 && codes.every((code) => fitsFormat(format, code));
  if (areCodesAccepted) return codes;
  return moreExamples(format, firstRows.goods + count).slice(firstRows.goods);
};

/** In how many days the boxes of the orders leave, and the spare ones: some have left, most leave today and tomorrow. */
const daysAheadOfOrders = [0, -3, 2, 1, 3, 1, 0, 0, 0, 0, 2, 3, 4, 0];
const daysAheadOf = (box: number) => daysAheadOfOrders[box - firstRows.boxes] ?? 2 + box;

const dayMs = 86_400_000;
/** A day of this machine's time zone, as YYYY-MM-DD. */
const dayOf = (daysAhead: number, now: number) =>
  new Date(now + daysAhead * dayMs).toLocaleDateString("sv");

/** The rows of the demo ERP, in the site's formats. `now`: epoch ms, at which the days of the boxes begin. */
export const demoRows = ({ formats, erp }: Site, now = systemClock.now()): ErpRows => {
  const { least, most, decimals } = formats.quantity;
  const quantityOf = (count: number) => Math.min(most, Number((least * count).toFixed(decimals)));
  const exampleQuantity = (index: number) => quantityOf(10 + 5 * (index % 4));
  const columnValue = (column: string, index: number) => {
    if (index === firstRows.boxes - 1) return null;
    if (column === erp.boxes.day || /date/i.test(column)) return dayOf(daysAheadOf(index), now);
    return "demo";
  };
  const firstGoods = moreExamples(formats.zongpai, firstRows.goods).map((zongpai, index) => ({
    zongpai,
    quantity: exampleQuantity(index),
    product: `Demo product ${index + 1}`,
  }));
  const orderedGoods = orderLines(formats.zongpai).map((zongpai, index) => ({
    zongpai,
    quantity: quantityOf(orderedCounts[index % orderedCounts.length] ?? 0),
    product: productNames[index % productNames.length] ?? "",
  }));
  const boxCount = firstRows.boxes + orderCount + spareBoxes;
  const boxes = moreExamples(formats.boxNo, boxCount).map((box_no, index) => ({
    box_no,
    quantity:
      index < firstRows.boxes
        ? exampleQuantity(index)
        : quantityOf(
            partialBoxes[index - firstRows.boxes] ?? wholeOrderCount(index - firstRows.boxes),
          ),
    columns: boxColumnsOf(erp).map((column) => columnValue(column, index)),
  }));
  return { goods: [...firstGoods, ...orderedGoods], boxes };
};
