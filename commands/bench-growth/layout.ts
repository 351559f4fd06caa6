import type { ErpRows } from "#infra/erp/erp-database.ts";
import type { Site } from "#lib/site/schema.ts";

/**
 * The warehouse that is measured, by the number of its goods. It grows as warehouses do: more shelves and more goods in the same
 * few areas, as many goods on a shelf and in a box as before.
 */

export type Options = { readonly sizes: readonly number[]; readonly longest: number; readonly samples: number };

const padded = (n: number) => String(n).padStart(7, "0");

/** A value for each number from `from` up to `to`, made when it is asked for. */
export function* fromTo<Value>(from: number, to: number, value: (n: number) => Value): Generator<Value> {
  for (let n = from; n < to; n += 1) yield value(n);
}

/** Half of all shelves are in this area, the middle one of five. */
export const mainArea = "K";
/** A page of one location must be whole at every size, so one shelf holds this many goods, the first ones. */
const bulk = 100;
export const bulkLocation = `${mainArea}-BULK`;

const areas = [mainArea, mainArea, mainArea, mainArea, "A", "B", "X", "Y"];
const onShelf = 5;
const inBox = 10;
const offShelfEvery = 10;

const shelf = (n: number) => `${areas[n % areas.length]}-${padded(n)}`;
const boxNoAt = (box: number) => `BX${padded(box)}`;

export const layout = {
  zongpai: (n: number) => `PO${padded(n)}`,
  /** The box of these goods. */
  boxNo: (n: number) => boxNoAt(Math.floor(n / inBox)),
  /** A shelf; `undefined` for what is off it. */
  location: (n: number): string | undefined => {
    if (n < bulk) return bulkLocation;
    return n % offShelfEvery === offShelfEvery - 1 ? undefined : shelf(Math.floor(n / onShelf));
  },
  /** The shelf in the middle of the main area, which is the middle of the overview. */
  middle: (goods: number) => `${mainArea}-${padded(Math.floor(goods / onShelf / 2))}`,
  quantity: 5,
  ordered: 100,
} as const;

/** Goods, boxes and shelves that measuring brings in; measured pages lie in other areas and keep their entries. */
export const fresh = {
  zongpai: (n: number) => `PO0-${padded(n)}`,
  boxNo: (n: number) => `BX8${padded(n)}`,
  location: (n: number) => `Z-${padded(n)}`,
} as const;

/** Numbers beyond any size: the goods in the boxes that grow, those whose history grows, and what measuring them brings in. */
export const beyond = { inBox: 6_000_000, withHistory: 7_000_000, measured: 8_000_000 } as const;
/** The boxes that differ in length, and where the goods are whose histories do. */
export const growing = { boxNo: (length: number) => `BX9${padded(length)}`, shelf: `${mainArea}-0` } as const;

/** The lengths at which a box and a history are measured: powers of ten, and the longest. */
export const lengthsTo = (longest: number): number[] => [...[1, 10, 100, 1_000, 10_000].filter((length) => length < longest), longest];

/** The goods from which those that are measured at a size are taken: the ones it adds, and never the bulk location's at the first. */
export const spanAt = (size: number, before = 0) => {
  const from = before > 0 ? before : Math.min(bulk, Math.floor(size / 2));
  return { from, count: size - from };
};

/** Rounds at each size before the first that counts, in which the code and the engines get warm. */
export const warmUp = ({ samples }: Pick<Options, "samples">): number => Math.min(samples, 30);

/** What the ERP knows: the boxes of all goods, and what the rounds bring in, one more for the check of the rows. */
export const erpRowsFor = ({ sizes, longest, samples }: Options, { erp }: Site): ErpRows => {
  const added = 1 + sizes.length * (warmUp({ samples }) + samples);
  const columns = erp.boxes.columns.map(({ name }) => name);
  const boxes = [
    ...fromTo(0, Math.ceil((sizes.at(-1) ?? 0) / inBox), boxNoAt),
    ...fromTo(0, added, fresh.boxNo),
    ...lengthsTo(longest).map(growing.boxNo),
  ];
  return {
    boxes: boxes.map((box_no) => ({ box_no, quantity: layout.ordered, columns })),
    goods: [...fromTo(0, added, fresh.zongpai)].map((zongpai) => ({ zongpai, quantity: layout.ordered, product: "growth" })),
  };
};
