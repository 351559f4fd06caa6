import { describe, expect, test } from "vitest";
import { de, en, zh } from "#words";

type Texts = { readonly [Name in string]: string | Texts };

/** Each text with the path of its name. */
const textsIn = (texts: Texts, path = ""): [string, string][] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === "string" ? [[path + name, text]] : textsIn(text, `${path}${name}.`),
  );

const placeholdersIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted();

describe.each([
  ["English", en],
  ["German", de],
  ["Chinese", zh],
] as const)("the words of the pages in %s", (_, language) => {
  const english = textsIn(en);
  const texts = textsIn(language);

  test("have every sentence", () => {
    expect(texts.map(([name]) => name)).toEqual(english.map(([name]) => name));
    for (const [name, text] of texts) expect(text, name).toMatch(/^[^|\s]([^|]*[^|\s])?$/);
  });

  test("have the placeholders of the English sentence", () => {
    for (const [at, [name, text]] of texts.entries())
      expect(placeholdersIn(text), name).toEqual(placeholdersIn(english[at]?.[1] ?? ""));
  });

  test("fit a mode into 9 letters and an outcome into 20", () => {
    for (const mode of Object.values(language.worker.modes)) expect(mode.length).toBeLessThan(10);
    for (const outcome of Object.values(language.worker.outcomes))
      expect(outcome.length).toBeLessThan(21);
  });
});
