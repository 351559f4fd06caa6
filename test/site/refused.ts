import { describe, expect, test } from "vitest";
import { defineSite } from "#lib/site/define-site.ts";
import { demoWith } from "./changed.ts";

/** One mistake in a profile: the changes that make it from demo's, where the refusal points, and what it says there. */
export type Case = readonly [
  title: string,
  changes: Readonly<Record<string, unknown>>,
  path: string,
  fault: string,
];

/** An error answer; a code left out is any. */
export const answer = (status: number, code = "X", message?: string) => ({
  status,
  code,
  domain: "d",
  ...(message === undefined ? {} : { message }),
});

/** A text format with this pattern. */
export const format = (pattern: RegExp, example: string) => ({
  pattern,
  accepts: "must be right",
  example,
});

/** What `defineSite` says of demo's profile with these changes. */
export const refusalOf = (changes: Case[1]): string => {
  try {
    defineSite(demoWith(changes));
  } catch (error) {
    return (error as Error).message;
  }
  return "no refusal";
};

/** How zod speaks where nobody gave it words. */
export const zodsWords =
  /\bInvalid\b|Too (small|big)|Unrecognized|expected (string|number|boolean|array|object|record|map)|received|must match pattern/;

/** A test for each mistake: it is refused, at its place and in words. */
export const refusesFor = (title: string, cases: readonly Case[]): void => {
  describe(`a site is refused for ${title}:`, () => {
    test.each(cases)("%s", (_, changes, path, fault) => {
      const message = refusalOf(changes);
      const line = message.split("\n").find((line) => line.startsWith(`  ${path}: `));
      expect(line ?? message).toContain(fault);
      expect(message).not.toMatch(/undefined|\[object/);
      expect(message, "in our words, not in zod's").not.toMatch(zodsWords);
    });
  });
};
