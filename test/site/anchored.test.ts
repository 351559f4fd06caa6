import { describe, expect, test } from "vitest";
import { isAnchored } from "#lib/site/anchored.ts";

const ab = "ab";
// Built from text, for a linter would mend what these patterns are meant to get wrong.
const pattern = (source: string) => new RegExp(source);

describe("a pattern describes the whole text", () => {
  test.each([
    "^ab$",
    "^(?:a|b)$",
    "^(a|b)+$",
    "^a$|^b$",
    "^[|]$",
    "^a\\|b$",
    "^a\\\\$",
    "^[(]a$",
    "^[\\]|]$",
    "^\\(a$",
  ])("%s", (source) => {
    expect(isAnchored(pattern(source))).toBe(true);
  });
});

describe("a pattern takes text around what it describes", () => {
  test.each([
    "ab",
    "^ab",
    "ab$",
    "^a|b$",
    "^a$|b",
    "a|^b$",
    "^a\\$",
    "^a\\\\\\$",
    "^(a|b$)",
    "(?:^a|b)$",
    "^(a)|(b)$",
    "^[a|b]|c$",
  ])("%s", (source) => {
    expect(isAnchored(pattern(source))).toBe(false);
  });
});

test("an unanchored alternative is the fault that a look at both ends misses", () => {
  expect(pattern("^a|b$").test(`${ab}!`)).toBe(true);
});
