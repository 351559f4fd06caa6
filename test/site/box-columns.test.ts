import { expect, it } from "vitest";
import { boxColumnsOf } from "#lib/site/box-columns.ts";

it.each([
  [false, ["SHIP_TO"]],
  ["SHIP_DATE", ["SHIP_TO", "SHIP_DATE"]],
  ["SHIP_TO", ["SHIP_TO"]],
] as const)("the column of the day is read once, with the others: %j", (day, columns) => {
  const shown = [{ name: "to", column: "SHIP_TO" }];
  expect(boxColumnsOf({ boxes: { columns: shown, day } })).toEqual(columns);
});
