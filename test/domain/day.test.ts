import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { Day } from "#lib/domain/value.ts";
import demo from "../../sites/demo.ts";

const twoDigits = (most: number) =>
  fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, "0"));
const year = fc.integer({ min: 1_900, max: 9_999 });

test("a day is a date of the calendar, from 1970 to 8999", () => {
  const dates = fc.tuple(year, twoDigits(13), twoDigits(32));
  fc.assert(
    fc.property(dates, ([ofYear, month, day]) => {
      const text = `${ofYear}-${month}-${day}`;
      const isInRange = ofYear >= 1_970 && ofYear <= 8_999;
      const isDate = z.iso.date().safeParse(text).success;
      expect(Day(demo).safeParse(text).success).toBe(isDate && isInRange);
    }),
    {
      numRuns: 2_000,
      examples: [[[2_000, "02", "29"]], [[1_999, "02", "29"]], [[2_100, "02", "29"]]],
    },
  );
});
