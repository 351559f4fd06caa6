import { describe, expect, it } from "vitest";
import { explore } from "./explore.ts";
import { allRules, oneKey, type Rules, type Setting } from "./one-key.ts";

const holds: readonly (readonly [string, Setting])[] = [
  ["one request that tries three times", { requests: 1, tries: 3 }],
  ["two requests", { requests: 2, tries: 2 }],
  ["three requests", { requests: 3, tries: 1 }],
  ["two requests of one key that differ", { requests: 2, tries: 1, other: true }],
  ["a request without a key", { requests: 1, tries: 3, keyless: true }],
  ["two requests, and a refusal that ends", { requests: 2, tries: 1, lasts: 1 }],
  ["two that differ, and a refusal that ends", { requests: 2, tries: 1, other: true, lasts: 1 }],
];

const broken: Readonly<Record<keyof Rules, readonly [Setting, broken: string]>> = {
  put: [{ requests: 1, tries: 2 }, "answered as refused, and recorded"],
  putAll: [{ requests: 2, tries: 1 }, "two answers to one key"],
  doubtLasts: [{ requests: 1, tries: 2 }, "answered as unrecorded, and recorded"],
  byArrival: [{ requests: 2, tries: 1, lasts: 1 }, "answered as refused, and recorded"],
  kept: [{ requests: 2, tries: 1, lasts: 1 }, "answered as refused, and recorded"],
};

describe("exactly once: whatever comes first is the key's answer, in every order of events", () => {
  it.each(holds)("holds for %s", (_, setting) => {
    expect(explore(oneKey(setting))).toEqual({ states: expect.any(Number) });
  });

  it.each(Object.entries(broken))(
    "does not hold without the rule `%s`",
    (rule, [setting, promise]) => {
      const model = oneKey(setting, { ...allRules, [rule]: false });
      expect(explore(model)).toMatchObject({ broken: promise });
    },
  );
});
