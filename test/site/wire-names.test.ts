import { expect, test } from "vitest";
import { wireNameOf } from "#lib/site/wire-names.ts";
import demo from "../../sites/demo.ts";
import odd from "./odd.ts";
import oddProduct from "./odd-product.ts";

test.each([
  ["demo", demo, demo.fields.product],
  ["odd", odd, false],
  ["odd with a column for it", oddProduct, oddProduct.fields.product],
] as const)("answers of %s name the product if the ERP's view has it", (_, site, name) => {
  expect(wireNameOf("product", site)).toBe(name);
});
