import { scanSettings } from "#lib/page/scan-settings.ts";
import type { Site } from "#lib/site/schema.ts";
import { commandIn } from "#scanner/scan/command-label.ts";
import { kindsOf, readScan } from "#scanner/scan/read-scan.ts";
import type { Arrival } from "./arrival.ts";
import type { Reading } from "./deliver.ts";
import type { Truth } from "./labels.ts";

/** What is owed for a text. */
export type Judgement = {
  readonly raw: string;
  /** What its label says. */
  readonly says: Truth;
  /** `either`: the page may refuse it. */
  readonly must: "take" | "refuse" | "either" | "unknowable";
  /** Why it must be refused, or why it cannot be known. */
  readonly why?: string;
  /** A number: typed by a hand, surely from a label, or one of both. */
  readonly digits?: "hand" | "label" | "either" | undefined;
  readonly isCopy: boolean;
};

/** Two characters of one label never come so many milliseconds apart. */
const pause = 2_000;
/** A hand does not type two digits within so many milliseconds. */
const scannerPace = 30;

/** Judges texts by what was printed. Only what came damaged, without a sign of it, is given to the reader. */
export const judgeOn = (site: Site, readings: readonly Reading[]) => {
  const settings = scanSettings(site);
  const isReadable = (raw: string): boolean =>
    kindsOf(readScan(raw, settings), settings).length > 0 ||
    commandIn(raw, settings) !== undefined ||
    readScan(raw, settings).key !== undefined;

  const digitsIn = (raw: string, { entries, isUnsure }: Arrival): Judgement["digits"] => {
    // With a Backspace in it, a slow scanner's label is another number, perhaps because its letter is gone.
    if (isUnsure && /^\D?\d+$/.test(raw)) return "either";
    if (!/^\d+$/.test(raw)) return undefined;
    if (isReadable(raw)) return undefined;
    const gaps = entries.slice(1).map(({ at }, before) => at - (entries[before]?.at ?? 0));
    const isFast = gaps.length > 0 && gaps.every((gap) => gap <= scannerPace);
    if (isFast || entries.some(({ isAtOnce }) => isAtOnce) || /^0\d/.test(raw)) return "label";
    return entries.some(({ unit }) => unit) ? "either" : "hand";
  };

  /** What of several readings, of a person, or of less than a label can still be read. */
  const damage = (entries: Arrival["entries"], reading: Reading | undefined): string => {
    const sources = new Set(entries.map(({ unit }) => unit?.reading));
    if (reading?.unknowable) return reading.unknowable;
    if (sources.has(undefined)) return "a key of a person in a label";
    return sources.size > 1
      ? "two labels without an end between them"
      : "a label that a person's Enter cut";
  };

  return (arrival: Arrival): Judgement => {
    const { entries, isTyped, isUnsure, refused } = arrival;
    const raw = entries.map(({ character }) => character).join("");
    const number = entries[0]?.unit?.reading;
    const reading = number === undefined ? undefined : readings[number];
    const { sent = "", scanner, printed, isRight, isCopy = false, unknowable } = reading ?? {};
    const common = { raw, says: {}, isCopy, digits: digitsIn(raw, arrival) };
    const refuse = (why: string): Judgement => ({ ...common, must: "refuse", why });
    const isPaused = (when: "at" | "seen") =>
      entries.some((entry, at) => entry[when] - (entries[at - 1] ?? entry)[when] >= pause);

    // In the field for typing, combinations and pauses are those of a person.
    if (refused && !isTyped) return refuse(refused);
    if (!isTyped && isPaused("at")) return refuse("a pause");
    // A person may move the caret in the field for typing.
    const isWhole =
      raw === sent &&
      !(isTyped && isUnsure) &&
      entries.every(({ unit }, at) => unit?.reading === number && unit?.at === at);
    const isDoubled = isWhole
      ? scanner?.doubles === true
      : sent !== "" && raw.length > sent.length && raw.replaceAll(sent, "") === "";
    if (isDoubled && isReadable(raw) && settings.doubles?.length)
      return { ...common, must: "unknowable", why: "a code that may be its own double" };
    if (isDoubled) return refuse("doubled");
    if (isWhole && printed?.is === "foreign")
      return isReadable(raw)
        ? { ...common, must: "unknowable", why: "a supplier's label that fits a format" }
        : refuse("foreign");
    if (isWhole && printed) {
      const { says } = printed;
      if (isCopy && unknowable) return { ...common, says, must: "unknowable", why: unknowable };
      const isSure = isRight && !isTyped && !isUnsure && !isPaused("seen");
      return { ...common, says, must: isSure ? "take" : "either" };
    }
    if (isTyped)
      return { ...common, must: "unknowable", why: "other keys in the field for typing" };
    // What a hand has changed may be a label again.
    if (!isReadable(raw)) return isUnsure ? { ...common, must: "either" } : refuse("damaged");
    return { ...common, must: "unknowable", why: damage(entries, reading) };
  };
};
