import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { identifierOf, valueFactsOf } from "#labels/identifiers.ts";
import { parseElements } from "#scanner/scan/element-string.ts";
import { entriesIn, rightValues, unknownBeginnings, wrongValues } from "./gs1-dictionary.ts";

// The dictionary of GS1 is not part of this project: github.com/gs1/gs1-syntax-dictionary has the file.
const file = process.env.GS1_DICTIONARY;
const entries = file ? entriesIn(readFileSync(file, "utf8")) : [];

const isRead = (ai: string, value: string): boolean => {
  const parsed = parseElements(ai + value);
  if (parsed.kind === "refused") return false;
  const [first] = parsed.elements;
  return parsed.elements.length === 1 && first?.ai === ai && first.value === value;
};
const isRefused = (text: string): boolean => parseElements(text).kind === "refused";

const all = <Text>(textsOf: (entry: (typeof entries)[number]) => readonly Text[]) =>
  entries.flatMap((entry) => textsOf(entry).map((text) => [entry.ai, text] as const));

test("the table has as many identifiers as GS1 gave out, with values as long", () => {
  const digits = [2, 3, 4].flatMap((length) =>
    Array.from({ length: 10 ** length }, (_, index) => String(index).padStart(length, "0")),
  );
  const identifiers = digits.filter((text) => identifierOf(text) === text);
  const sum = (name: "least" | "most") =>
    identifiers.reduce((total, ai) => total + (valueFactsOf(ai)?.[name] ?? 0), 0);
  expect([identifiers.length, sum("least"), sum("most")]).toEqual([541, 2_828, 7_336]);
});

test("the facts of an identifier are computed once", () => {
  expect(valueFactsOf("01")).toBe(valueFactsOf("01"));
});

test.skipIf(!file)("all values of GS1's dictionary are read (GS1_DICTIONARY=<its file>)", () => {
  const values = all(rightValues);
  const missed = values.filter(([ai, value]) => !isRead(ai, value));
  console.info(
    `GS1's dictionary: ${entries.length} identifiers, ${values.length - missed.length} of ${values.length} right values read`,
  );
  expect(entries.length).toBeGreaterThan(500);
  expect(missed).toEqual([]);
});

test.skipIf(!file)("no wrong value of GS1's dictionary is read (GS1_DICTIONARY=<its file>)", () => {
  const values = all(wrongValues);
  const accepted = values.filter(([ai, [, value]]) => !isRefused(ai + value));
  const kinds = new Set(values.map(([, [kind]]) => kind));
  for (const kind of kinds) {
    const count = (from: typeof values) => from.filter(([, [one]]) => one === kind).length;
    const refused = count(values) - count(accepted);
    console.info(`GS1's dictionary: ${kind}: ${refused} of ${count(values)} wrong values refused`);
  }
  expect(accepted.map(([ai, [, value]]) => ai + value)).toEqual([]);
});

test.skipIf(!file)(
  "no identifier outside GS1's dictionary is read (GS1_DICTIONARY=<its file>)",
  () => {
    const texts = unknownBeginnings(entries).map((digits) => `${digits}12345678901234`);
    const accepted = texts.filter((text) => !isRefused(text));
    console.info(
      `GS1's dictionary: ${texts.length - accepted.length} of ${texts.length} other identifiers refused`,
    );
    expect(accepted).toEqual([]);
  },
);
