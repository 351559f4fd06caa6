import fc from "fast-check";
import type { Site } from "#lib/site/schema.ts";
import { fnc1, type Printed } from "./labels.ts";

/** A setting, and rare ones: once for each so many times of the usual one. */
const mostly = <const T>(times: number, usual: T, ...rare: T[]): fc.Arbitrary<T> =>
  fc.constantFrom(...Array<T>(times * rare.length).fill(usual), ...rare);

export type End = "Enter" | "CRLF" | "Ctrl+M" | "Tab" | "none";

/** The ends that the scanners of a site may send. */
const endsOf = ({ scan: { trailing } }: Site): readonly End[] => [
  ...(trailing.some((one) => one !== "TAB") ? (["Enter", "Enter", "CRLF", "Ctrl+M"] as const) : []),
  ...(trailing.includes("TAB") ? (["Tab"] as const) : []),
];

/** Draws how a scanner is set. */
export const scannerOn = (site: Site) =>
  fc.record({
    /** Whether it sends the AIM identifier. */
    aim: fc.boolean(),
    /** Without an AIM identifier: whether it sends the FNC1 before the first element. */
    leads: fc.boolean(),
    /** A key before each label. */
    prefix: mostly<"none" | "F8" | "Ctrl+A">(20, "none", "F8", "Ctrl+A"),
    /** STX and ETX around each label, as Ctrl+B and Ctrl+C. */
    framed: mostly<boolean>(8, false, true),
    /** Whether it presses keys, or inserts a text at once. */
    types: mostly<"keys" | "text">(4, "keys", "text"),
    separator: fc.constantFrom("raw", "Ctrl+]", "Alt+029", "Alt+0029"),
    /** Whether the system inserts the character of an Alt code, too. */
    inserts: fc.boolean(),
    end: fc.constantFrom<End>(...endsOf(site), ...endsOf(site), "none"),
    /** Milliseconds from character to character. */
    gap: fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 30 }) },
      { weight: 1, arbitrary: fc.integer({ min: 31, max: 250 }) },
    ),
    /** Sends each label once more, so many milliseconds later. */
    again: mostly<number | undefined>(6, undefined, 80, 450),
    /** Sends each label twice in one. */
    doubles: mostly<boolean>(15, false, true),
    caps: mostly<boolean>(20, false, true),
    /** How the keyboard of the host makes `]` and the like. */
    altGr: mostly<"none" | "windows" | "linux">(2, "none", "windows", "linux"),
  });
export type Scanner =
  ReturnType<typeof scannerOn> extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const isMarked = (symbology: string) => /^\](C1|d2|Q3|e0)/.test(symbology);

const invertCase = (text: string): string =>
  [...text]
    .map((one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase()))
    .join("");

/** The characters that a scanner sends for a label. */
export const sentText = (scanner: Scanner, { text, symbology }: Printed): string => {
  const { aim, leads, types, separator, doubles, caps } = scanner;
  const isLed = leads && isMarked(symbology) && separator === "raw";
  const once = (aim ? symbology : isLed ? fnc1 : "") + text;
  const sent = doubles ? once + once : once;
  return caps && types === "keys" ? invertCase(sent) : sent;
};

/** Whether the page must read what this scanner sends of this label, once it has an end and if nothing happens to it. */
export const isRight = (scanner: Scanner, printed: Printed, { scan }: Site): boolean => {
  const { aim, doubles, caps, types, prefix } = scanner;
  const { symbology, is } = printed;
  if (is === "foreign" || doubles || prefix === "Ctrl+A" || (caps && types === "keys"))
    return false;
  if (aim) return scan.symbologies.includes(symbology as (typeof scan.symbologies)[number]);
  if (isMarked(symbology)) return scan.unmarked === "gs1" || sentText(scanner, printed)[0] === fnc1;
  return scan.unmarked === "bare" || is === "card" || is === "command";
};
