import { expect, it } from "vitest";
import { shiftTable } from "../../commands/bench-cold/shift.ts";

it("the page compares both answers for four sizes, with the same figures each time, and a group has fewer starts for a lone scanner", () => {
  const told = shiftTable();
  expect(shiftTable()).toBe(told);
  const rows = told.split("\n").filter((line) => /^\| \d/.test(line));
  expect(rows.map((line) => line.split(" | ")[0])).toEqual(["| 1", "| 5", "| 20", "| 500"]);
  const [, , endpoint, group] = (rows[0] ?? "")
    .split(" | ")
    .map((cell) => Number.parseInt(cell, 10));
  expect(group).toBeLessThan((endpoint ?? 0) / 5);
});
