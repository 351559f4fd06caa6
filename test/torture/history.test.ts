import { describe, expect, it } from "vitest";
import { linearises, type Step } from "./history.ts";

const change = (from: number, to: number, met: number, left: number): Step => ({
  from,
  to,
  take: (state) => (state === met ? left : undefined),
});
const sight = (from: number, to: number, quantity: number) => change(from, to, quantity, quantity);

describe("a history of an item", () => {
  it("has an order when each step meets what another left", () => {
    expect(
      linearises([
        change(0, 1, 0, 5),
        sight(2, 3, 5),
        change(4, 5, 5, 7),
        sight(6, 7, 7),
        change(8, 9, 7, 0),
        sight(10, 11, 0),
      ]),
    ).toBe(true);
  });

  it("may order what happened at the same time as it likes", () => {
    expect(linearises([change(0, 9, 5, 7), change(0, 9, 0, 5), sight(1, 2, 7)])).toBe(true);
  });

  it("has none when something was seen before it was begun, or after it was over and undone", () => {
    expect(linearises([sight(0, 1, 5), change(2, 3, 0, 5)])).toBe(false);
    expect(linearises([change(0, 1, 0, 5), sight(2, 3, 0)])).toBe(false);
  });

  it("has none when two corrections met the same quantity", () => {
    expect(linearises([change(0, 1, 0, 5), change(2, 9, 5, 7), change(2, 9, 5, 8)])).toBe(false);
  });

  it("waits as long as it takes for a step without an answer", () => {
    expect(
      linearises([change(0, Number.POSITIVE_INFINITY, 0, 5), sight(1, 2, 0), sight(50, 51, 5)]),
    ).toBe(true);
  });
});
