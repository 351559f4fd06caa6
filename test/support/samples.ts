import { site } from "./site.ts";

/** Values in the formats of a site, by number. */
type Samples = {
  readonly zongpai: (n: number) => string;
  readonly boxNo: (n: number) => string;
  readonly location: (n: number) => string;
  readonly area: string;
  /** In another area. */
  readonly otherLocation: string;
  readonly otherArea: string;
  /** In no area that the site lists. */
  readonly unlistedLocation: string;
  /** One character longer than the format allows. */
  readonly tooLong: { readonly zongpai: string; readonly boxNo: string };
  /** With digits of another script. */
  readonly lookalike: { readonly zongpai: string; readonly boxNo: string };
};

const all: Readonly<Record<string, Samples>> = {
  demo: {
    zongpai: (n) => `PO${n}-1`,
    boxNo: (n) => `BX${n}0`,
    location: (n) => `L1-A-${n}`,
    area: "L1",
    otherLocation: "L2-B-7",
    otherArea: "L2",
    unlistedLocation: "Q7-1",
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
    unlistedLocation: "nord/1",
    tooLong: { zongpai: "ab.123456789", boxNo: "kiste_12345678901" },
    lookalike: { zongpai: "ab.１２３４", boxNo: "kiste_１２" },
  },
};

const samples = all[site.name];
if (!samples) throw new Error(`There are no test samples for the site ${site.name}.`);

export const {
  zongpai,
  boxNo,
  location,
  area,
  otherLocation,
  otherArea,
  unlistedLocation,
  tooLong,
  lookalike,
} = samples;

export const itemOf = (n: number) => ({ box_no: boxNo(n), zongpai: zongpai(n) });

/** The ERP's quantity of all goods and boxes; wire units. */
export const ordered = 100;
/** The test ERP knows goods and boxes up to this number. */
export const known = 3_900;

let next = 0;

/** A number of goods and of a box that no other test of this file uses. */
export const fresh = (): number => {
  next += 1;
  if (next > known) throw new Error("the test ERP knows no more goods");
  return next;
};

/** Before each test file. */
export const startOver = (): void => {
  next = 0;
};

export const unknownToErp = (): number => 5_000 + fresh();
