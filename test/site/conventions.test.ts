import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { convention, originsOf } from "#lib/site/convention.ts";
import { openPoints, typedQuestions } from "#lib/site/open-points.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";

const usual = convention("usual", { sizes: { page: 50, body: 1_000 }, words: ["a"], mark: false });

const origins = (profile: object) =>
  Object.fromEntries(originsOf(profile).map(({ path, convention }) => [path, convention]));

describe("an answer of a profile comes", () => {
  it("from the convention that the profile takes whole or by a spread, at any depth", () => {
    expect(origins({ ...usual, name: "x" })).toStrictEqual({
      ...{ "sizes.page": "usual", "sizes.body": "usual", words: "usual", mark: "usual" },
      name: undefined,
    });
    expect(origins({ limits: usual.sizes })).toStrictEqual({
      "limits.page": "usual",
      "limits.body": "usual",
    });
  });

  it("from the profile itself where it overrides the convention", () => {
    expect(origins({ ...usual, sizes: { ...usual.sizes, page: 7 }, words: ["a"] })).toStrictEqual({
      ...{ "sizes.page": undefined, "sizes.body": "usual", words: undefined, mark: "usual" },
    });
  });

  it("from the later of two conventions that answer the same", () => {
    const later = convention("later", { mark: true });
    expect(origins({ ...usual, ...later }).mark).toBe("later");
  });
});

it("each answer of a whole site has its origin", () => {
  const taken = origins(demo);
  expect(taken["errors.product.timeout.status"]).toBe("usualErrors(…)");
  expect(taken["routes.history"]).toBe("allExtensions");
  expect(taken["routes.overview"]).toBeUndefined();
});

it("a whole site is at most 105 lines for at most 65 questions", () => {
  const profile = readFileSync("sites/demo.ts", "utf8");
  expect(profile.trimEnd().split("\n").length).toBeLessThanOrEqual(105);
  expect(openPoints.length).toBeLessThanOrEqual(65);
});

it("the plain site is at most 85 lines", () => {
  expect(readFileSync("sites/plain.ts", "utf8").trimEnd().split("\n").length).toBeLessThan(86);
});

it("the plain site types the answers to at most 12 questions", () => {
  expect(typedQuestions(plain).map(({ path }) => path.join("."))).toStrictEqual([
    "name",
    "formats.zongpai",
    "formats.boxNo",
    "formats.location",
    "formats.quantity",
    "location.area",
    "location.areas",
    "errors",
    "auth",
    "erp.boxes",
    "erp.zongpais",
    "attachment.categories",
  ]);
});
