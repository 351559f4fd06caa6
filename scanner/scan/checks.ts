/** What is wrong with a part of a value, as the end of the sentence "<what> <value> …"; nothing when it is right. */
type Check = (part: string, context: { readonly thisYear: number }) => string | undefined;

/** The check digit of a GS1 key: digits weighted 3 and 1 from the right, filled up to a multiple of ten (section 7.9.1). */
export const checkDigit = (digits: string): number => {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
};

/** The year that two digits mean: within 49 years back and 50 ahead of this one (section 7.12). */
export const yearOf = (digits: string, thisYear: number): number => {
  const year = thisYear - (thisYear % 100) + Number(digits);
  const ahead = Number(digits) - (thisYear % 100);
  return ahead >= 51 ? year - 100 : ahead <= -50 ? year + 100 : year;
};

/** The date of YYMMDD as ISO 8601; day 00 is the last of the month. Nothing when there is no such day. */
export const dateOf = (digits: string, thisYear: number): string | undefined => {
  const year = yearOf(digits.slice(0, 2), thisYear);
  const month = Number(digits.slice(2, 4));
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const day = Number(digits.slice(4, 6)) || last;
  if (month < 1 || month > 12 || day > last) return undefined;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
};

const says = (right: boolean, otherwise: string): string | undefined =>
  right ? undefined : otherwise;
const upTo = (digits: string, most: number) => Number(digits) <= most;

const day: Check = (part, { thisYear }) =>
  says(
    dateOf(part, thisYear) !== undefined && !part.endsWith("00"),
    "is no day of the calendar (YYMMDD)",
  );

/** The remainder of a long number, digit by digit. */
const modulo = (digits: string, by: number) =>
  [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % by, 0);

const gmnSet =
  "!\"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const gmnPairs = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const primes = [
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83,
];

/** The two check characters of a global model number (section 7.9.5). */
export const checkPair = (body: string): string => {
  const sum =
    [...body]
      .reverse()
      .reduce((total, character, at) => total + gmnSet.indexOf(character) * (primes[at] ?? 0), 0) %
    1_021;
  return `${gmnPairs[Math.floor(sum / 32)]}${gmnPairs[sum % 32]}`;
};

/** The rules that shapes name. */
export const checks: Readonly<Record<string, Check>> = {
  mod10: (part) => {
    const expected = checkDigit(part.slice(0, -1));
    return says(
      part.endsWith(String(expected)),
      `has the check digit ${part.at(-1)} where ${expected} belongs`,
    );
  },
  day,
  day0: (part, { thisYear }) =>
    says(
      dateOf(part, thisYear) !== undefined,
      "is no day of the calendar (YYMMDD, DD 00 for the whole month)",
    ),
  time: (part) =>
    says(upTo(part.slice(0, 2), 23) && upTo(part.slice(2), 59), "is no time of the day (hhmm)"),
  hour: (part, context) =>
    day(part.slice(0, 6), context) ?? says(upTo(part.slice(6), 23), "names no hour of the day"),
  minutes: (part) =>
    says(
      part.length % 2 === 0 && upTo(part.slice(0, 2), 59) && upTo(part.slice(2), 59),
      "is no time (mm or mmss)",
    ),
  flag: (part) => says(upTo(part, 1), "is neither 0 nor 1"),
  zero: (part) => says(part === "0", "must be 0"),
  leading: (part) => says(part === "0" || !part.startsWith("0"), "begins with a zero"),
  hyphen: (part) => says(part === "-", "must be a hyphen"),
  key: (part) =>
    says(/^\d{4}/.test(part), "does not begin with the digits of a GS1 company prefix"),
  countries: (part) => says(part.length % 3 === 0, "is no list of three-digit countries"),
  latitude: (part) => says(upTo(part, 1_800_000_000), "is no latitude"),
  longitude: (part) => says(upTo(part, 3_600_000_000), "is no longitude"),
  encoded: (part) =>
    says(!/%(?![0-9A-Fa-f]{2})/.test(part), "has a % without two hexadecimal digits after it"),
  piece: (part) => {
    const [piece, total] = [Number(part.slice(0, 2)), Number(part.slice(2))];
    return says(piece >= 1 && piece <= total, "names no piece of a total");
  },
  iban: (part) => {
    const moved = /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(part) ? part.slice(4) + part.slice(0, 4) : "";
    const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
    return says(moved !== "" && modulo(digits, 97) === 1, "is no IBAN");
  },
  pair: (part) =>
    says(
      /^\d{4}/.test(part) && part.endsWith(checkPair(part.slice(0, -2))),
      "has the wrong check characters",
    ),
};
