import { expect, it } from "vitest";
import { erpCopyOf } from "#lib/store/erp-copies.ts";

const copyWith = (columns: object, expires_at: number) => ({
  row: { box_no: "BX1", quantity: 3, columns },
  ...{ fetched_at: 1_000_000, expires_at },
});

it("a copy keeps text, numbers, true, false and null of the ERP's row", () => {
  const columns = { text: "A", number: 1.5, yes: true, no: false, none: null };
  expect(erpCopyOf(copyWith(columns, 1_001), 1_000_000)?.row.columns).toEqual(columns);
});

it("a copy is used up to the second in which it expires", () => {
  expect(erpCopyOf(copyWith({}, 1_001), 1_000_999)).toBeDefined();
  expect(erpCopyOf(copyWith({}, 1_001), 1_001_000)).toBeUndefined();
});
