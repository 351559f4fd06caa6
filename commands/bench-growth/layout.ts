import type { Unused } from "../bench/steps.ts";
import type { Names } from "../stand.ts";

/**
 * The warehouse that is measured, by the number of its goods. It grows as warehouses do: more shelves and more goods in the same
 * few areas, as many goods on a shelf and in a box as before.
 */

export type Options = {
  readonly sizes: readonly number[];
  readonly longest: number;
  readonly samples: number;
};

const padded = (n: number) => String(n).padStart(7, "0");

/** A value for each number from `from` up to `to`, made when it is asked for. */
export function* fromTo<Value>(
  from: number,
  to: number,
  value: (n: number) => Value,
): Generator<Value> {
  for (let n = from; n < to; n += 1) yield value(n);
}

/** Half of all shelves are in this area, the middle one of five. */
export const mainArea = "K";
const areas = [mainArea, mainArea, mainArea, mainArea, "A", "B", "X", "Y"];
/** A page of one location must be whole at every size, so one shelf holds the first hundred goods. */
export const bulkLocation = `${mainArea}-BULK`;
const [bulk, onShelf, inBox, offShelfEvery] = [100, 5, 10, 10];
const boxNoAt = (box: number) => `BX${padded(box)}`;

export const layout = {
  zongpai: (n: number) => `PO${padded(n)}`,
  boxNo: (n: number) => boxNoAt(Math.floor(n / inBox)),
  /** A shelf; `undefined` for what is off it. */
  location: (n: number): string | undefined => {
    if (n < bulk) return bulkLocation;
    const shelf = Math.floor(n / onShelf);
    return n % offShelfEvery === offShelfEvery - 1
      ? undefined
      : `${areas[shelf % areas.length]}-${padded(shelf)}`;
  },
  /** The shelf in the middle of the main area, which is the middle of the overview. */
  middle: (goods: number) => `${mainArea}-${padded(Math.floor(goods / onShelf / 2))}`,
} as const;

const perRound = 5;
const fresh = {
  zongpai: (n: number) => `PO0-${padded(n)}`,
  boxNo: (n: number) => `BX8${padded(n)}`,
  location: (n: number) => `Z-${padded(n)}`,
} as const;
/** What a round brings in, which no other has; measured pages lie in other areas and keep their entries. */
export const freshIn = (round: number): Unused => {
  const of = (name: (n: number) => string) => [
    ...fromTo(round * perRound, (round + 1) * perRound, name),
  ];
  return { goods: of(fresh.zongpai), boxes: of(fresh.boxNo), locations: of(fresh.location) };
};

/** Numbers beyond any size: the goods in the boxes that grow, and those whose history grows. */
export const beyond = { inBox: 6_000_000, withHistory: 7_000_000 } as const;
/** The boxes that differ in length. */
export const growingBox = (length: number) => `BX9${padded(length)}`;
/** The lengths at which a box and a history are measured: powers of ten, and the longest. */
export const lengthsTo = (longest: number): number[] => [
  ...[1, 10, 100, 1_000, 10_000].filter((length) => length < longest),
  longest,
];

/** The goods of the table that are measured at a size: those that it adds, and never the bulk location's. */
export const spanAt = (size: number, before = 0) => {
  const from = before > 0 ? before : Math.min(bulk, Math.floor(size / 2));
  return { from, count: size - from };
};

/** Rounds before the first that counts, in which the code gets warm. */
export const warmUp = 30;

/** What the ERP knows: the boxes of all goods, and what the rounds of all series and the templates of the fill bring in. */
export const namesFor = ({ sizes, longest, samples }: Options): Names => {
  const lengths = lengthsTo(longest);
  const added = perRound * (1 + warmUp + samples * (sizes.length + lengths.length));
  const boxes = [
    ...fromTo(0, Math.ceil((sizes.at(-1) ?? 0) / inBox), boxNoAt),
    ...fromTo(0, added, fresh.boxNo),
    ...lengths.map(growingBox),
  ];
  return { boxes, goods: [...fromTo(0, added, fresh.zongpai)] };
};
