import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { defineConvention, originsOf } from "#lib/site/convention.ts";
import { openPoints, questionsAnsweredByHand } from "#lib/site/open-points.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";

const usualAnswers = defineConvention("usual", {
  sizes: { page: 50, body: 1_000 },
  words: ["a"],
  mark: false,
});

const conventionByPath = (profile: object) =>
  Object.fromEntries(originsOf(profile).map(({ path, convention }) => [path, convention]));

describe("an answer of a profile comes", () => {
  it("from the convention that the profile takes whole or by a spread", () => {
    expect(conventionByPath({ ...usualAnswers, name: "x" })).toStrictEqual({
      ...{ "sizes.page": "usual", "sizes.body": "usual", words: "usual", mark: "usual" },
      name: undefined,
    });
    expect(conventionByPath({ limits: usualAnswers.sizes })).toStrictEqual({
      "limits.page": "usual",
      "limits.body": "usual",
    });
  });

  it("from the profile itself where it overrides the convention", () => {
    expect(
      conventionByPath({
        ...usualAnswers,
        sizes: { ...usualAnswers.sizes, page: 7 },
        words: ["a"],
      }),
    ).toStrictEqual({
      ...{ "sizes.page": undefined, "sizes.body": "usual", words: undefined, mark: "usual" },
    });
  });

  it("from the later of two conventions that answer the same", () => {
    const later = defineConvention("later", { mark: true });
    expect(conventionByPath({ ...usualAnswers, ...later }).mark).toBe("later");
  });
});

it("each answer of a whole site has its origin", () => {
  const taken = conventionByPath(demo);
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
  expect(questionsAnsweredByHand(plain).map(({ path }) => path.join("."))).toStrictEqual([
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
