import { spokenFormats } from "../shared/language.ts";

const dayMs = 86_400_000;

const midnightOf = (date: Date) => new Date(date).setHours(0, 0, 0, 0);

/** The day of an instant: today, yesterday, or a date. */
export const formatDay = (instant: string): string => {
  const { lang } = document.documentElement;
  const date = new Date(instant);
  // Round, because a day with a clock change has 23 or 25 hours.
  const daysAgo = Math.round((midnightOf(new Date()) - midnightOf(date)) / dayMs);
  return daysAgo < 2
    ? new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(-daysAgo, "day")
    : new Intl.DateTimeFormat(lang, { weekday: "short", day: "numeric", month: "short" }).format(
        date,
      );
};

export const formatClock = (instant: string): string =>
  spokenFormats.clock.format(new Date(instant));
