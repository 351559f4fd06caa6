import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  boxItemKey,
  boxOfGoodsKey,
  erpCopyKey,
  goodsKey,
  locationKey,
  operationKey,
  placeKey,
} from "#lib/store/keys.ts";

const text = fc.string({
  unit: fc.constantFrom(
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
    "O",
    "LOC",
    "ERP",
    "off",
    "ü",
  ),
  maxLength: 6,
});

describe("keys", () => {
  it("are the same only for the same item, whatever the parts hold", () => {
    const keys = [
      (a: string, b: string) => ["boxItem", a, b, boxItemKey(a, b)] as const,
      (a: string, b: string) =>
        ["operation", a, b, operationKey(a, `k#${b.replaceAll(/[^A-Z0-9]/g, "x")}`)] as const,
      (a: string) => ["goods", a, "", goodsKey(a)] as const,
      (a: string) => ["location", a, "", locationKey(a)] as const,
      (a: string) => ["copy", a, "", erpCopyKey(a)] as const,
    ];
    fc.assert(
      fc.property(text, text, text, text, fc.nat(4), fc.nat(4), (a, b, c, d, one, other) => {
        const [kind, first, second, key] = keys[one]?.(a, b) ?? [];
        const [kind2, first2, second2, key2] = keys[other]?.(c, d) ?? [];
        const same =
          kind === kind2 && first === first2 && (kind === "operation" || second === second2);
        if (!same) expect(key).not.toEqual(key2);
      }),
      { numRuns: 3_000 },
    );
  });

  it("of the index are the same only for the same goods at the same place", () => {
    fc.assert(
      fc.property(
        text,
        text,
        text,
        text,
        fc.boolean(),
        fc.boolean(),
        (zongpai, location, otherZongpai, otherLocation, off, otherOff) => {
          const one = placeKey(
            { zongpai, off_shelf: off, location, area: "A", at: 1 },
            { write: 1 },
          );
          const other = placeKey(
            {
              zongpai: otherZongpai,
              off_shelf: otherOff,
              location: otherLocation,
              area: "A",
              at: 1,
            },
            { write: 1 },
          );
          const same =
            zongpai === otherZongpai && off === otherOff && (off || location === otherLocation);
          expect(one.place_sk === other.place_sk).toBe(same);
          expect(
            boxOfGoodsKey(zongpai, location).place_pk ===
              boxOfGoodsKey(otherZongpai, location).place_pk,
          ).toBe(zongpai === otherZongpai);
        },
      ),
    );
  });

  it("put off-shelf goods after every shelf, oldest first", () => {
    const at = (epochMs: number) =>
      placeKey({ zongpai: "A", off_shelf: true, at: epochMs }, { write: 1 }).place_sk;
    expect([at(999), at(1_000), at(1_700_000_000_000)]).toEqual(
      [at(999), at(1_000), at(1_700_000_000_000)].toSorted(),
    );
    fc.assert(
      fc.property(text, text, (location, area) => {
        expect(
          placeKey({ zongpai: "A", off_shelf: false, location, area, at: 1 }, { write: 1 })
            .place_sk < at(0),
        ).toBe(true);
      }),
    );
  });

  it("spread locations over the shards, and always give one location the same", () => {
    const shardOf = (n: number) =>
      placeKey(
        { zongpai: "A", off_shelf: false, location: `L1-A-${n}`, area: "L1", at: 1 },
        { write: 4 },
      ).place_pk;
    expect(new Set(Array.from({ length: 100 }, (_, n) => shardOf(n)))).toEqual(
      new Set(["P#0", "P#1", "P#2", "P#3"]),
    );
    expect(shardOf(7)).toBe(shardOf(7));
  });
});
