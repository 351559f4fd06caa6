import { InvalidArgumentError } from "@commander-js/extra-typings";

/** Whether the calendar has the day with which a text begins. JavaScript reads 30 February as 2 March. */
export const beginsWithDay = (text: string): boolean => {
  const day = text.slice(0, 10);
  const midnight = new Date(`${day}T00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
};

/** Parses a day, which begins at midnight UTC, or an instant. Returns epoch ms. */
export const parseInstant = (text: string): number => {
  const at = Date.parse(text);
  if (/^\d{4}-/.test(text) && beginsWithDay(text) && at >= 0) return at;
  throw new InvalidArgumentError("It takes a day or an instant such as 2026-11-21T09:30:00+01:00.");
};
