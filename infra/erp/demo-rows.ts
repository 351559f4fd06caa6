import { alike } from "#lib/site/alike.ts";
import type { Site } from "#lib/site/schema.ts";
import type { ErpRows } from "./erp-database.ts";

/** The rows that first requests and smoke tests use. */
export const firstRows = { goods: 20, boxes: 8 } as const;

/** Behind them the orders of the sample (`../local/sample/`). Each has a box of its own, and two boxes are spare. */
const orders = 12;
const linesOfOrder = 4;
const spareBoxes = 2;

const products = [
  ...["Desk lamp, brass", "Side table, walnut", "Wall shelf, oak, 80 cm", "Floor lamp, black"],
  ...["Office chair, grey", "Bookcase, white, 5 shelves", "Pendant lamp, glass", "Stool, birch"],
  ...["Standing desk, 140 cm", "Bedside table, oak", "Mirror, round, 60 cm", "Coat rack, steel"],
];
/** What is ordered of the lines of three orders, and again, in the least quantity of the site. */
const ordered = [12, 8, 24, 6, 40, 16, 4, 20, 8, 10, 30, 12];
const whole = (order: number): number => {
  const from = (order * linesOfOrder) % ordered.length;
  return ordered.slice(from, from + linesOfOrder).reduce((sum, count) => sum + count, 0);
};

type Format = Site["formats"]["zongpai"];
const counted = (text: string, more: number) =>
  String(Number(text) + more).padStart(text.length, "0");

/** `PO5-1` and so on after `PO4-1`: counts up the last two numbers of the format's example. Where it has one, what follows the first goods. */
const orderLines = (format: Format): string[] => {
  const [, head = "", order, between = "", line = "", tail = ""] =
    /^(.*?)(\d+)(\D+)(\d+)(\D*)$/s.exec(format.example) ?? [];
  const count = orders * linesOfOrder;
  const lines = Array.from({ length: order === undefined ? 0 : count }, (_, at) => {
    const number = counted(order ?? "", Math.floor(at / linesOfOrder) + 1);
    return head + number + between + counted(line, at % linesOfOrder) + tail;
  });
  return lines.length > 0 && lines.every((code) => format.pattern.test(code))
    ? lines
    : alike(format, firstRows.goods + count).slice(firstRows.goods);
};

/** What a made-up ERP has, in the site's formats. */
export const demoRows = ({ formats, erp }: Site): ErpRows => {
  const { least, most, decimals } = formats.quantity;
  const times = (count: number) => Math.min(most, Number((least * count).toFixed(decimals)));
  const example = (at: number) => times(10 + 5 * (at % 4));
  const column = (name: string, at: number) =>
    at === firstRows.boxes - 1 ? null : /date/i.test(name) ? `2026-11-${21 + (at % 9)}` : "demo";
  const firstGoods = alike(formats.zongpai, firstRows.goods).map((zongpai, at) => ({
    zongpai,
    quantity: example(at),
    product: `Demo product ${at + 1}`,
  }));
  const lines = orderLines(formats.zongpai).map((zongpai, at) => ({
    zongpai,
    quantity: times(ordered[at % ordered.length] ?? 0),
    product: products[at % products.length] ?? "",
  }));
  const boxes = alike(formats.boxNo, firstRows.boxes + orders + spareBoxes).map((box_no, at) => ({
    box_no,
    quantity: at < firstRows.boxes ? example(at) : times(whole(at - firstRows.boxes)),
    columns: erp.boxes.columns.map(({ name }) => column(name, at)),
  }));
  return { goods: [...firstGoods, ...lines], boxes };
};
