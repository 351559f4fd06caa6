import { site } from "./site.ts";

/** Values in the formats of the two sites, by number, so that every test takes goods and boxes of its own. */
type Samples = {
  readonly zongpai: (n: number) => string;
  readonly boxNo: (n: number) => string;
  readonly location: (n: number) => string;
  readonly area: string;
  /** A location of another area, which sorts before or after the first. */
  readonly otherLocation: string;
  readonly otherArea: string;
  /** One character longer than the format allows. */
  readonly tooLong: { readonly zongpai: string; readonly boxNo: string };
  /** Looks like a valid value, but with digits of another script. */
  readonly lookalike: { readonly zongpai: string; readonly boxNo: string };
};

const all: Readonly<Record<string, Samples>> = {
  demo: {
    zongpai: (n) => `PO${n}-1`,
    boxNo: (n) => `BX${n}0`,
    location: (n) => `L1-A-${n}`,
    area: "L1",
    otherLocation: "L02-B-7",
    otherArea: "L02",
    tooLong: { zongpai: "PO12345678901", boxNo: `BX${"1".repeat(21)}` },
    lookalike: { zongpai: "PO１２-1", boxNo: "BX１２" },
  },
  odd: {
    zongpai: (n) => `ab.${String(n).padStart(4, "0")}`,
    boxNo: (n) => `kiste_${n}`,
    location: (n) => `süd/${n}`,
    area: "süd",
    otherLocation: "über/7",
    otherArea: "über",
    tooLong: { zongpai: "ab.123456789", boxNo: "kiste_12345678901" },
    lookalike: { zongpai: "ab.１２３４", boxNo: "kiste_１２" },
  },
};

const samples = all[site.name];
if (!samples) throw new Error(`There are no test samples for the site ${site.name}.`);

export const { zongpai, boxNo, location, area, otherLocation, otherArea, tooLong, lookalike } =
  samples;

/** Goods and a box of the same number. */
export const itemOf = (n: number) => ({ box_no: boxNo(n), zongpai: zongpai(n) });

/** What the test ERP says was ordered of every goods, and holds in every box; wire units. */
export const ordered = 100;
/** The numbers up to which the test ERP knows goods and boxes; above them it knows none. */
export const known = 3_900;

let next = 0;

/** The number of goods and of a box that no other test of this file uses. */
export const fresh = (): number => {
  next += 1;
  if (next > known) throw new Error("the test ERP knows no more goods");
  return next;
};

/** The number of goods and of a box that the ERP does not know. */
export const unknownToErp = (): number => 5_000 + fresh();
