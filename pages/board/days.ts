import { spokenFormats } from "../shared/language.ts";

const dayMs = 86_400_000;

const midnightOf = (date: Date) => new Date(date).setHours(0, 0, 0, 0);

/** The name of an instant's day: today, yesterday, or its date. */
export const formatDay = (instant: string): string => {
  const { lang } = document.documentElement;
  const date = new Date(instant);
  // A day that begins or ends summer time is an hour longer or shorter.
  const daysAgo = Math.round((midnightOf(new Date()) - midnightOf(date)) / dayMs);
  return daysAgo < 2
    ? new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(-daysAgo, "day")
    : new Intl.DateTimeFormat(lang, { weekday: "short", day: "numeric", month: "short" }).format(
        date,
      );
};

export const formatClock = (instant: string): string =>
  spokenFormats.clock.format(new Date(instant));
