import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  boxItemKey,
  boxLocationKey,
  boxOfGoodsKey,
  erpCopyKey,
  goodsKey,
  locationKey,
  operationKey,
  placeKey,
} from "#lib/store/keys.ts";
import { rowOfKey } from "../../commands/audit/row-of-key.ts";

const units = [
  "#",
  "~",
  "%",
  "2",
  "3",
  "7",
  "e",
  "A",
  "Z",
  "B",
  "P",
  "OP",
  "LOC",
  "ERP",
  "off",
  "ü",
];
const text = fc.string({ unit: fc.constantFrom(...units), minLength: 1, maxLength: 6 });
const offShelf = (at: number) => placeKey({ zongpai: "A", off_shelf: true, at }).place_sk;

describe("a key of the table", () => {
  it("identifies its row: no two rows have the same", () => {
    fc.assert(
      fc.property(text, text, text, (zongpai, box_no, category) => {
        const id = `k#${category}`;
        expect(rowOfKey(goodsKey(zongpai))).toEqual({ kind: "goods", zongpai });
        expect(rowOfKey(locationKey(zongpai))).toEqual({ kind: "location", zongpai });
        const attachment = { kind: "location", zongpai, category };
        expect(rowOfKey(locationKey(zongpai, category))).toEqual(attachment);
        for (const of of [{ zongpai }, { box_no }])
          expect(rowOfKey(operationKey(of, id))).toEqual({ kind: "operation", ...of, id });
        expect(rowOfKey(boxLocationKey(box_no))).toEqual({ kind: "location", box_no });
        const item = { kind: "item", box_no, zongpai };
        expect(rowOfKey(boxItemKey(box_no, zongpai))).toEqual(item);
        expect(rowOfKey(boxItemKey(box_no, zongpai, category))).toEqual({ ...item, category });
        expect(rowOfKey(erpCopyKey(box_no))).toEqual({ kind: "copy", box_no });
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ["X#1", "GOODS"],
    ["Z#1", "OTHER"],
    ["Z#a#b", "GOODS"],
    ["Z#1", "LOC#a#b"],
    ["B#1", "GOODS"],
    ["B#1", "Z#1#B#x"],
    ["B#1", "Z#1#A"],
    ["B#1", "Z#1#A#x#y"],
    ["", ""],
  ])("is not parsed if it is malformed: %s %s", (pk, sk) => {
    expect(rowOfKey({ pk, sk })).toBeUndefined();
  });
});

describe("a key of the index", () => {
  it("is the same only for the same goods at the same place", () => {
    const at = fc.record({ zongpai: text, location: text, off_shelf: fc.boolean() });
    fc.assert(
      fc.property(at, at, (one, other) => {
        const keyOf = (place: typeof one) => placeKey({ ...place, area: "A", at: 1 }).place_sk;
        const goods = one.zongpai === other.zongpai;
        const place = one.off_shelf || one.location === other.location;
        const same = goods && one.off_shelf === other.off_shelf && place;
        expect(keyOf(one) === keyOf(other)).toBe(same);
        const partition = ({ zongpai, location }: typeof one) =>
          boxOfGoodsKey(zongpai, location).place_pk;
        expect(partition(one) === partition(other)).toBe(goods);
      }),
    );
  });

  it("puts off-shelf goods after every shelf, oldest first", () => {
    const instants = [999, 1_000, 1_700_000_000_000].map(offShelf);
    expect(instants).toEqual(instants.toSorted());
    fc.assert(
      fc.property(text, text, (location, area) => {
        const place = { zongpai: "A", off_shelf: false, location, area, at: 1 };
        expect(placeKey(place).place_sk < offShelf(0)).toBe(true);
      }),
    );
  });
});
