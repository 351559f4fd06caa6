import { expect, test } from "vitest";
import { linkElements } from "#scanner/scan/digital-link.ts";
import { fnc1 } from "#scanner/scan/scan-text.ts";

test.each([
  // Section 4 of the GS1 Digital Link URI syntax.
  ["https://id.gs1.org/01/09506000134352", "0109506000134352"],
  [
    "https://a.example/x/01/09506000134352/10/AB%2F1/21/7?17=261231&x=1",
    "0109506000134352^10AB/1^217^17261231",
  ],
  [
    "HTTP://A.EXAMPLE/414/9506000134352/254/L1?3103=000195;99=a#b",
    "4149506000134352^254L1^3103000195^99a",
  ],
  // Older editions.
  ["https://a.example/01/9506000134352/21/PO4-1", "0109506000134352^21PO4-1"],
  ["https://a.example/01/614141123452", "0100614141123452"],
  ["https://a.example/01/95050003", "0100000095050003"],
  ["https://a.example/gtin/9506000134352/ser/PO4-1/", "0109506000134352^21PO4-1"],
  ["https://A.EXAMPLE/GTIN/09506000134352/LOT/7/21/8", "0109506000134352^107^218"],
  ["https://a.example/sscc/340123450000000017", "00340123450000000017"],
  ["https://a.example/gln/9506000134352/glnx/L1-A-3", "4149506000134352^254L1-A-3"],
])("%s holds %s", (link, elements) =>
  expect(linkElements(link)).toBe(elements.replaceAll("^", fnc1)),
);

test.each([
  "https://a.example/PO4-1",
  "https://a.example/10/AB",
  "https://a.example/ser/PO4-1",
  "https://a.example/01/09506000134352/21",
  "https://a.example/01/%E0%A4%A/21/x",
  // Between a key and its qualifiers is another segment, or an empty value.
  "https://a.example/01/09506000134352/shop/7/21/8",
  "https://a.example/01/09506000134352/10//21/8",
  // FNC1 in a value would begin another element.
  "https://a.example/01/09506000134352/21/PO4%1D10X",
  "ftp://a.example/01/09506000134352",
  "01/09506000134352",
  "https://gtin/9521234543213",
])("%s is no link to read", (text) => expect(linkElements(text)).toBeUndefined());

test("a link that repeats its key is read from the first", () => {
  const link = `https://x.example${"/01/1".repeat(20_000)}`;
  expect(linkElements(link)).toBe(Array(20_000).fill("011").join(fnc1));
  expect(linkElements(`${link}/01`)).toBeUndefined();
});
