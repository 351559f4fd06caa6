import { site } from "./site.ts";

/** Values in the formats of a site, by number. */
type Samples = {
  readonly zongpai: (n: number) => string;
  readonly boxNo: (n: number) => string;
  readonly location: (n: number) => string;
  readonly area: string;
  /** A shelf in another area. */
  readonly otherLocation: string;
  readonly otherArea: string;
  /** A shelf in no area that the site lists. */
  readonly unlistedLocation: string;
};

const all: Readonly<Record<string, Samples>> = {
  demo: {
    zongpai: (n) => `PO${n}-1`,
    boxNo: (n) => `BX${n}0`,
    location: (n) => `L1-${"ABCDEFGHI"[Math.floor(n / 1_000)]}-${n % 1_000}`,
    area: "L1",
    otherLocation: "L2-B-7",
    otherArea: "L2",
    unlistedLocation: "L7-A-1",
  },
  plain: {
    zongpai: (n) => `G${n}`,
    boxNo: (n) => `B${n}`,
    location: (n) => `A-${n}`,
    area: "A",
    otherLocation: "B-7",
    otherArea: "B",
    unlistedLocation: "Q-1",
  },
  odd: {
    zongpai: (n) => `ab.${String(n).padStart(4, "0")}`,
    boxNo: (n) => `kiste_${n}`,
    location: (n) => `süd/${n}`,
    area: "süd",
    otherLocation: "über/7",
    otherArea: "über",
    unlistedLocation: "nord/1",
  },
};

const samples = all[site.name];
if (!samples) throw new Error(`There are no test samples for the site ${site.name}.`);

export const { zongpai, boxNo, location, area, otherLocation, otherArea, unlistedLocation } =
  samples;

export const itemOf = (n: number) => ({ box_no: boxNo(n), zongpai: zongpai(n) });

/** The ordered quantity of all goods and boxes in the ERP, in wire units. */
export const ordered = 100;
/** The number of goods, and of boxes, that the test ERP knows. */
export const known = 3_900;

let next = 0;

/** A number of goods and of a box that no other test of this file uses. */
export const fresh = (): number => {
  next += 1;
  if (next > known) throw new Error("the test ERP knows no more goods");
  return next;
};

/** Called before each test file. */
export const startOver = (): void => {
  next = 0;
};

export const unknownToErp = (): number => 5_000 + fresh();
