import { expect, it } from "vitest";
import { moreExamples } from "#lib/site/more-examples.ts";

it.each([
  ["PO4-8", /^PO\d-\d$/, ["PO4-8", "PO4-9"]],
  ["A099", /^A\d{3}$/, ["A099", "A100", "A101"]],
  ["SHELF", /^[A-Z]+$/, ["SHELF"]],
])("the examples after %s count up, as far as its format goes", (example, pattern, all) => {
  expect(moreExamples({ pattern, accepts: "", example }, 3)).toEqual(all);
});
