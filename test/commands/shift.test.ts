import { expect, it } from "vitest";
import { coldStarts } from "../../commands/bench-cold/shift.ts";

const at = (...arrivals: readonly (readonly [number, string])[]) =>
  arrivals.map(([at, name]) => ({ at, function: name }));

it("a function starts for its first request, and again when it was idle for too long", () => {
  expect(coldStarts(at([0, "a"], [1_000, "a"], [1_900, "a"], [3_500, "a"]), 1_000)).toBe(2);
});

it("a function starts once more for a request that meets another one", () => {
  expect(
    coldStarts(at([0, "a"], [100, "a"], [1_000, "a"], [1_010, "a"], [1_015, "a"]), 10_000),
  ).toBe(3);
});

it("functions share no environment, and one function for both does", () => {
  expect(coldStarts(at([0, "a"], [1_000, "b"], [2_000, "a"]), 10_000)).toBe(2);
  expect(coldStarts(at([0, "both"], [1_000, "both"], [2_000, "both"]), 10_000)).toBe(1);
});
