import { describe, expect, test } from "vitest";
import { faultsOf } from "#lib/site/check-site.ts";
import { demoWith } from "./demo-with.ts";

/** Changes that make demo's profile wrong. */
export type ProfileChanges = Readonly<Record<string, unknown>>;

/** An error answer with a status, and optionally a code and a message. */
export const errorAnswer = (status: number, code = "X", message?: string) => ({
  status,
  code,
  domain: "d",
  ...(message === undefined ? {} : { message }),
});

/** A text format with this pattern. */
export const textFormat = (pattern: RegExp, example: string) => ({
  pattern,
  accepts: "must be right",
  example,
});

/**
 * A test for each mistake: demo's profile with these changes is refused with this fault, a path and part of a sentence. A fault that begins
 * with `.`, `:` or `[` continues the path of the first change.
 */
export const testRefusals = (
  title: string,
  cases: readonly (readonly [changes: ProfileChanges, fault: string])[],
): void => {
  describe(`a site is refused for ${title}:`, () => {
    test.each(
      cases.map(([changes, fault]) => {
        const [firstPath] = Object.keys(changes);
        const path = /^[.:[]/.test(fault) ? firstPath : "";
        return [`${path}${fault}`, changes] as const;
      }),
    )("%s", (fault, changes) => {
      const [path, words = ""] = fault.split(/: (.*)/s);
      const faults = faultsOf(demoWith(changes));
      expect(faults).toContainEqual([path, expect.stringContaining(words)]);
      expect(faults.join()).not.toMatch(/undefined|\[object/);
    });
  });
};
