import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boxItemKey, erpCopyKey, goodsKey, locationKey, operationKey } from "#lib/store/keys.ts";
import { rowOfKey } from "../../commands/audit/row-of-key.ts";

const text = fc.string({
  unit: fc.constantFrom("#", "~", "%", "2", "3", "7", "e", "A", "Z", "B", "OP", "LOC", "ERP", "ü"),
  minLength: 1,
  maxLength: 6,
});

describe("what a key says of its row", () => {
  it("is what it was built from, whatever the parts hold", () => {
    fc.assert(
      fc.property(text, text, text, (zongpai, box_no, category) => {
        expect(rowOfKey(goodsKey(zongpai))).toEqual({ kind: "goods", zongpai });
        expect(rowOfKey(locationKey(zongpai))).toEqual({ kind: "location", zongpai });
        expect(rowOfKey(locationKey(zongpai, category))).toEqual({
          kind: "location",
          zongpai,
          category,
        });
        expect(rowOfKey(operationKey(zongpai, `k#${category}`))).toEqual({
          kind: "operation",
          zongpai,
          id: `k#${category}`,
        });
        expect(rowOfKey(boxItemKey(box_no, zongpai))).toEqual({ kind: "item", box_no, zongpai });
        expect(rowOfKey(boxItemKey(box_no, zongpai, category))).toEqual({
          kind: "item",
          box_no,
          zongpai,
          category,
        });
        expect(rowOfKey(erpCopyKey(box_no))).toEqual({ kind: "copy", box_no });
      }),
    );
  });

  it("is nothing for a key that is not built so", () => {
    for (const [pk, sk] of [
      ["X#1", "GOODS"],
      ["Z#1", "OTHER"],
      ["Z#a#b", "GOODS"],
      ["Z#1", "LOC#a#b"],
      ["B#1", "GOODS"],
      ["B#1", "Z#1#B#x"],
      ["B#1", "Z#1#A"],
      ["B#1", "Z#1#A#x#y"],
      ["", ""],
    ] as const)
      expect(rowOfKey({ pk, sk }), `${pk} ${sk}`).toBeUndefined();
  });
});
