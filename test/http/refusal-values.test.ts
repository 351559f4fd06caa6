import { parseDictionary } from "structured-headers";
import { expect, it } from "vitest";
import { serializeRefusalValues } from "#lib/domain/value.ts";

const detail = { category: "MANUAL", zongpai: "PO4-1" };

it.each([
  { ...detail, headroom: 2, quantity: 3 },
  { quantity: 3, headroom: 2, ...detail },
])("has the condition first, then the values by name", (values) => {
  expect(serializeRefusalValues({ condition: "capExceeded", detail: values }, 0)).toBe(
    'condition=capExceeded, category="MANUAL", headroom=2, quantity=3, zongpai="PO4-1"',
  );
});

it.each([
  [2, 125, "1.25"],
  [2, 300, "3"],
  [3, 1, "0.001"],
  [4, 9_999, '"0.9999"'],
  [4, 15_000, "1.5"],
  [6, 1, '"0.000001"'],
  [0, 999_999_999_999, "999999999999"],
  [0, 1e15, '"1000000000000000"'],
])("writes with %i decimals the scaled quantity %i as %s", (decimals, headroom, text) => {
  const written = serializeRefusalValues(
    { condition: "capExceeded", detail: { headroom } },
    decimals,
  );
  expect(written).toBe(`condition=capExceeded, headroom=${text}`);
  const [read] = parseDictionary(written).get("headroom") ?? [];
  expect(Number(read)).toBe(headroom / 10 ** decimals);
});

it.each(["hülle 货", 'a "b" \\c', "100 %", ""])("keeps the code %j whole", (zongpai) => {
  const text = serializeRefusalValues({ condition: "zongpaiNotFound", detail: { zongpai } }, 0);
  expect(text).toMatch(/^[ -~]+$/);
  expect(String(parseDictionary(text).get("zongpai")?.[0])).toBe(zongpai);
});

it("leaves out sentences, and the name of an item", () => {
  const said = { problems: "a is missing", blocked: "MANUAL (3)", item: "MANUAL PO4-1", ...detail };
  expect(serializeRefusalValues({ condition: "itemNotFound", detail: said }, 0)).toBe(
    'condition=itemNotFound, category="MANUAL", zongpai="PO4-1"',
  );
});

it("has of a refusal that an older version kept what its row has", () => {
  const kept = { item: "MANUAL PO4-1", box_no: "BX4" };
  expect(serializeRefusalValues({ condition: "itemNotFound", detail: kept }, 0)).toBe(
    'condition=itemNotFound, box_no="BX4"',
  );
});
