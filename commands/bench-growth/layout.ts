/**
 * The warehouse that is measured, by the number of its goods. It grows as warehouses do: more shelves and more goods in the same
 * few areas, as many goods on a shelf and in a box as before.
 */

const padded = (n: number) => String(n).padStart(7, "0");

/** Half of all shelves are in this area, the middle one of five. */
export const mainArea = "K";
/** A page of one location must be whole at every size, so one shelf holds this many goods, the first ones. */
export const bulk = 100;
export const bulkLocation = `${mainArea}-BULK`;

const areas = [mainArea, mainArea, mainArea, mainArea, "A", "B", "X", "Y"];
const onShelf = 5;
const inBox = 10;
const offShelfEvery = 10;

const shelf = (n: number) => `${areas[n % areas.length]}-${padded(n)}`;

export const layout = {
  zongpai: (n: number) => `PO${padded(n)}`,
  /** The box of these goods. */
  boxNo: (n: number) => layout.boxNoAt(Math.floor(n / inBox)),
  boxNoAt: (box: number) => `BX${padded(box)}`,
  boxes: (goods: number) => Math.ceil(goods / inBox),
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

/**
 * Numbers beyond any size: the goods that the code gets warm on, those in the box that grows, those whose history grows, and
 * what measuring them brings in.
 */
export const beyond = { warmUp: 5_500_000, inBox: 6_000_000, withHistory: 7_000_000, measured: 8_000_000 } as const;
/** The boxes that differ in length, and where the goods are whose histories do. */
export const growing = { boxNo: (length: number) => `BX9${padded(length)}`, shelf: `${mainArea}-0` } as const;
