import { expect, it } from "vitest";
import { areaOf, placeOf } from "#lib/domain/location.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";

it.each([
  [demo, "L1-A-3", "L1"],
  [odd, "s\u00fcd/7", "s\u00fcd"],
  // The pattern finds no area in these, so each is an area by itself.
  [demo, "7-A", "7-A"],
  [odd, "7/s\u00fcd", "7/s\u00fcd"],
])(
  "a shelf is in the area that the site's pattern finds, or in its own: %#",
  (site, shelf, area) => {
    expect(areaOf(shelf, site)).toBe(area);
    expect(placeOf({ location: shelf }, site)).toMatchObject({ area });
  },
);
