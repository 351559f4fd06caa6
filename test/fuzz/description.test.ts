import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Site } from "#lib/site/schema.ts";
import { type Operation, operationsOf } from "../../commands/contract/description.ts";
import { nastyValues } from "../../commands/fuzz/nasty.ts";
import { knownOf, validFields } from "../../commands/fuzz/values.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";

const operations = new Map([demo, odd].map((site) => [site, operationsOf(site)]));
const of = (site: Site, id: string) =>
  operations.get(site)?.find((operation) => operation.id === id) as Operation;
const save = { "kisten-nr": "kiste_7", ware: "ab.1234", Menge: 1 };
const goods = { zongpai: "PO4-1" };

describe("what the description accepts", () => {
  test.each<[string, Site, string, object, boolean]>([
    ["a request", demo, "post-box", { ...goods, box_no: "BX4", quantity: 1 }, true],
    ["a request without a field", demo, "post-box", { ...goods, quantity: 1 }, false],
    ["a stranger", demo, "post-box", { ...goods, box_no: "BX4", quantity: 1, colour: 1 }, false],
    ["a quantity on the grid", odd, "post-box", { ...save, Menge: 0.29 }, true],
    ["a quantity off the grid", odd, "post-box", { ...save, Menge: 0.295 }, false],
    [
      "a number in the query",
      demo,
      "delete-box",
      { ...goods, box_no: "BX4", expected_quantity: "3" },
      true,
    ],
    [
      "a number with an exponent in the query",
      demo,
      "delete-box",
      { ...goods, box_no: "BX4", expected_quantity: "3e0" },
      false,
    ],
    ["a shelf", demo, "post-trace-location", { ...goods, location: "L1-A-3" }, true],
    [
      "a shelf whose code is too long",
      demo,
      "post-trace-location",
      { ...goods, location: "A".repeat(101) },
      false,
    ],
    [
      "a shelf and off the shelf",
      demo,
      "post-trace-location",
      { ...goods, location: "L1-A-3", off_shelf: true },
      false,
    ],
    ["neither", demo, "post-trace-location", goods, false],
    [
      "a note off the shelf",
      odd,
      "post-trace-location",
      { ware: "ab.1234", platz: "am Tor", ohnePlatz: true },
      true,
    ],
    [
      "a note that is too long",
      odd,
      "post-trace-location",
      { ware: "ab.1234", platz: "x".repeat(41), ohnePlatz: true },
      false,
    ],
    [
      "a note in place of a shelf",
      odd,
      "post-trace-location",
      { ware: "ab.1234", platz: "am Tor" },
      false,
    ],
    ["an area of any plain text", demo, "location-overview", { area: "p{Cc}; 1" }, true],
    ["an area with a control character", demo, "location-overview", { area: "A\u00071" }, false],
  ])("%s", (_, site, id, values, accepted) => {
    expect(of(site, id).accepts(values as Record<string, unknown>)).toBe(accepted);
  });

  it("is what is made as valid", () => {
    for (const [site, all] of operations)
      for (const operation of all)
        fc.assert(fc.property(validFields(operation, site, knownOf(site, 20)), operation.accepts), {
          numRuns: 20,
        });
  });
});

it("tries at least 200 different curated values", () => {
  expect(
    new Set(nastyValues.map((value) => (Object.is(value, -0) ? "-0" : JSON.stringify(value)))).size,
  ).toBeGreaterThanOrEqual(200);
});
