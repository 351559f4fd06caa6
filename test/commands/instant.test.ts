import { expect, it } from "vitest";
import { parseInstant } from "../../commands/cli/instant.ts";

it.each([
  ["2026-11-21", "2026-11-21T00:00:00.000Z"],
  ["2026-11", "2026-11-01T00:00:00.000Z"],
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ["2026-11-21T09:30:00+01:00", "2026-11-21T08:30:00.000Z"],
])("reads the day or instant %s", (text, instant) => {
  expect(new Date(parseInstant(text)).toISOString()).toBe(instant);
});

it.each(["2026-02-30", "2025-02-29T10:00:00Z", "2026-04-31", "2026-13-01", "21.11.2026", ""])(
  "refuses what no calendar has: %j",
  (text) => expect(() => parseInstant(text)).toThrow(/It takes a day or an instant/),
);
