import { moreExamples } from "#lib/site/more-examples.ts";
import type { Site } from "#lib/site/schema.ts";
import type { ErpRows } from "./erp-database.ts";

/** The rows that first requests and smoke tests use. */
export const firstRows = { goods: 20, boxes: 8 } as const;

/** Behind them the orders of the sample (`../local/sample/`). Each has a box of its own, and two boxes are spare. */
const orderCount = 12;
const linesOfOrder = 4;
const spareBoxes = 2;

const productNames = [
  ...["Desk lamp, brass", "Side table, walnut", "Wall shelf, oak, 80 cm", "Floor lamp, black"],
  ...["Office chair, grey", "Bookcase, white, 5 shelves", "Pendant lamp, glass", "Stool, birch"],
  ...["Standing desk, 140 cm", "Bedside table, oak", "Mirror, round, 60 cm", "Coat rack, steel"],
];
/** What is ordered of the lines of three orders, and again, in the least quantity of the site. */
const orderedCounts = [12, 8, 24, 6, 40, 16, 4, 20, 8, 10, 30, 12];
const wholeOrderCount = (order: number): number => {
  const from = (order * linesOfOrder) % orderedCounts.length;
  return orderedCounts.slice(from, from + linesOfOrder).reduce((sum, count) => sum + count, 0);
};

type TextFormat = Site["formats"]["zongpai"];
const countUp = (text: string, more: number) =>
  String(Number(text) + more).padStart(text.length, "0");

/** `PO5-1` and so on after `PO4-1`: counts up the last two numbers of the format's example. Where it has one, what follows the first goods. */
const orderLines = (format: TextFormat): string[] => {
  const [, head = "", order, between = "", line = "", tail = ""] =
    /^(.*?)(\d+)(\D+)(\d+)(\D*)$/s.exec(format.example) ?? [];
  const count = orderCount * linesOfOrder;
  const lines = Array.from({ length: order === undefined ? 0 : count }, (_, at) => {
    const number = countUp(order ?? "", Math.floor(at / linesOfOrder) + 1);
    return head + number + between + countUp(line, at % linesOfOrder) + tail;
  });
  return lines.length > 0 && lines.every((code) => format.pattern.test(code))
    ? lines
    : moreExamples(format, firstRows.goods + count).slice(firstRows.goods);
};

/** What a made-up ERP has, in the site's formats. */
export const demoRows = ({ formats, erp }: Site): ErpRows => {
  const { least, most, decimals } = formats.quantity;
  const times = (count: number) => Math.min(most, Number((least * count).toFixed(decimals)));
  const example = (at: number) => times(10 + 5 * (at % 4));
  const column = (name: string, at: number) =>
    at === firstRows.boxes - 1 ? null : /date/i.test(name) ? `2026-11-${21 + (at % 9)}` : "demo";
  const firstGoods = moreExamples(formats.zongpai, firstRows.goods).map((zongpai, at) => ({
    zongpai,
    quantity: example(at),
    product: `Demo product ${at + 1}`,
  }));
  const lines = orderLines(formats.zongpai).map((zongpai, at) => ({
    zongpai,
    quantity: times(orderedCounts[at % orderedCounts.length] ?? 0),
    product: productNames[at % productNames.length] ?? "",
  }));
  const boxes = moreExamples(formats.boxNo, firstRows.boxes + orderCount + spareBoxes).map(
    (box_no, at) => ({
      box_no,
      quantity: at < firstRows.boxes ? example(at) : times(wholeOrderCount(at - firstRows.boxes)),
      columns: erp.boxes.columns.map(({ name }) => column(name, at)),
    }),
  );
  return { goods: [...firstGoods, ...lines], boxes };
};
