import { expect, it } from "vitest";
import { boxPlaceIn } from "#lib/store/locations.ts";
import { demoWith } from "../site/demo-with.ts";

/** The row of a box that left. */
const row = { box_no: "BX1", at: 1, off_shelf: true, has_left: true };

it.each([
  ["/box/clear", true],
  [false, false],
])("a box that left is shown as such only where a box can leave: %j", (clearBox, isShown) => {
  const place = boxPlaceIn(row, demoWith({ "routes.clearBox": clearBox }));
  expect("cleared" in place).toBe(isShown);
});

it.each([
  [{ method: "POST", path: "/box/location" }, "L1-A-1"],
  [false, undefined],
])("a box has a place only where boxes have places: %j", (boxLocation, location) => {
  const placed = { box_no: "BX1", at: 1, off_shelf: false, location: "L1-A-1", area: "L1" };
  expect(boxPlaceIn(placed, demoWith({ "routes.boxLocation": boxLocation })).location).toBe(
    location,
  );
});
