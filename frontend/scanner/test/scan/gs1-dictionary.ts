import { checkDigit } from "#labels/check-digit.ts";

/** A component of a value in GS1's Barcode Syntax Dictionary, such as `N14,csum` or `[X..17]`. */
type Component = {
  readonly type: string;
  readonly least: number;
  readonly most: number;
  readonly isOptional: boolean;
  readonly isKey: boolean;
};

/** An identifier of the dictionary. `isCut`: its length is predefined, so it needs no FNC1 (flag `*`). */
export type DictionaryEntry = {
  readonly ai: string;
  readonly isCut: boolean;
  readonly components: readonly Component[];
};

const componentOf = (text: string): Component[] => {
  const [, isOptional, type = "", isUpTo, length, linters = ""] =
    /^(\[)?([NXYZ])(\.\.)?(\d+)\]?((?:,\w+)*)$/.exec(text) ?? [];
  if (length === undefined) return [];
  return [
    {
      ...{ type, most: Number(length), least: isUpTo ? 1 : Number(length) },
      isOptional: isOptional !== undefined,
      isKey: linters.split(",").includes("csum"),
    },
  ];
};

const identifiersIn = (range: string): string[] => {
  const [first = "", last = first] = range.split("-");
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) =>
    String(Number(first) + index).padStart(first.length, "0"),
  );
};

/** The identifiers of the dictionary's text. */
export const entriesIn = (dictionary: string): DictionaryEntry[] =>
  dictionary
    .split("\n")
    .filter((line) => /^\d/.test(line))
    .flatMap((line) => {
      const [range = "", ...words] = (line.split("#")[0] ?? "").trim().split(/\s+/);
      const flags = /^[*?]+$/.test(words[0] ?? "") ? words[0] : "";
      const components = words.flatMap(componentOf);
      return identifiersIn(range).map((ai) => ({
        ...{ ai, components },
        isCut: flags?.includes("*") === true,
      }));
    });

const characters: Readonly<Record<string, string>> = {
  N: "0123456789",
  X: "!\"%&'()*+,-./0189:;<=>?ABYZ_abyz",
  Y: "#-/0189ABYZ",
  Z: "-0189ABYZ_abyz",
};
const wrongCharacters: Readonly<Record<string, string>> = {
  N: "A-",
  X: "#~ é@",
  Y: "a_.",
  Z: ".#+",
};

/** Text of a component with this length. `at`: where in its characters it begins, so that all are used. */
const textOf = ({ type, isKey }: Component, length: number, at: number): string => {
  const pool = characters[type] ?? "";
  const text = Array.from({ length }, (_, index) => pool[(at + index) % pool.length]).join("");
  // An 8003 begins with 0, which changes no check digit.
  return isKey ? text.slice(0, -1) + checkDigit(text.slice(0, -1)) : text;
};

/** The numbers of components that a value may have: all that must be there, and any of those that may follow. */
const partsOf = ({ components }: DictionaryEntry): Component[][] =>
  components.flatMap((_, index) =>
    components[index + 1]?.isOptional === false ? [] : [components.slice(0, index + 1)],
  );

/** Values that the standard allows: the shortest and the longest, with each number of components, of all characters. */
export const rightValues = (entry: DictionaryEntry): string[] => {
  const values = partsOf(entry).flatMap((parts) =>
    [0, 1, 2, 3].flatMap((round) =>
      (["least", "most"] as const).map((end) =>
        parts.map((part, at) => textOf(part, part[end], at + round * 9)).join(""),
      ),
    ),
  );
  return [...new Set(values)].map((value) => (entry.ai === "8003" ? `0${value.slice(1)}` : value));
};

/** Values that the standard does not allow, each with what is wrong with it. */
export const wrongValues = (
  entry: DictionaryEntry,
): (readonly [wrong: string, value: string])[] => {
  const { components, isCut } = entry;
  const parts = partsOf(entry);
  const longest = components.map((part, at) => textOf(part, part.most, at)).join("");
  const lengths = new Set(
    parts.flatMap((chosen) => {
      const fixed = chosen.slice(0, -1).reduce((sum, { most }) => sum + most, 0);
      const { least = 0, most = 0 } = chosen.at(-1) ?? {};
      return Array.from({ length: most - least + 1 }, (_, index) => fixed + least + index);
    }),
  );
  const shorter = Array.from({ length: longest.length }, (_, length) => length)
    .filter((length) => !lengths.has(length))
    .map((length) => ["too short", longest.slice(0, length)] as const);
  const last = characters[components.at(-1)?.type ?? ""]?.[1];
  // What follows a predefined length is another element.
  const longer = isCut ? [] : [["too long", longest + last] as const];
  const strange = components.flatMap(({ type, most, isKey }, at) => {
    const start = components.slice(0, at).reduce((sum, part) => sum + part.most, 0);
    const spots = [start, start + Math.floor(most / 2), start + most - 1];
    const spoilt = Array.from(wrongCharacters[type] ?? "").flatMap((character) =>
      [...new Set(spots)].map(
        (spot) =>
          ["character", longest.slice(0, spot) + character + longest.slice(spot + 1)] as const,
      ),
    );
    const digit = String((Number(longest[start + most - 1]) + 3) % 10);
    const check = longest.slice(0, start + most - 1) + digit + longest.slice(start + most);
    return isKey ? [...spoilt, ["check digit", check] as const] : spoilt;
  });
  return [...shorter, ...longer, ...strange];
};

/** Strings of four digits that begin with no identifier of the dictionary. */
export const unknownBeginnings = (entries: readonly DictionaryEntry[]): string[] => {
  const known = new Set(entries.map(({ ai }) => ai));
  return Array.from({ length: 10_000 }, (_, index) => String(index).padStart(4, "0")).filter(
    (digits) => ![2, 3, 4].some((length) => known.has(digits.slice(0, length))),
  );
};
