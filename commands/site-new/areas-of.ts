/** A rule that extracts the area from a location code, and the areas of the given labels. */
export type AreaRule = {
  readonly description: string;
  readonly pattern: RegExp;
  readonly areas: readonly string[];
};

/** Compares areas so that 2 comes before 10. */
const areaCollator = new Intl.Collator("en", { numeric: true });

/** The areas that a pattern's first group finds in labels, in the order of a shelf plan. */
export const areasOf = (pattern: RegExp, labels: readonly string[]): string[] => {
  const areas = new Set(labels.map((label) => pattern.exec(label)?.[1] ?? ""));
  return [...areas].toSorted(areaCollator.compare);
};

/** The rules that find an area in every label. Rules with the same areas as an earlier rule are left out. */
export const areaRulesOf = (labels: readonly string[]): AreaRule[] => {
  const isAscii = labels.every((label) => /^\p{ASCII}*$/u.test(label));
  const [upper, lower] = isAscii ? ["A-Z", "a-z"] : ["\\p{Lu}\\p{Lo}", "\\p{Ll}"];
  const [separator] = /[^\p{L}\p{M}\p{N}]/u.exec(labels[0] ?? "") ?? [];
  // The judge of patterns takes a Unicode property for any character. So what comes before digits is named by what it is not.
  const noDigit = `^!-@${separator?.replace(/[[\]\\^-]/, "\\$&") ?? ""}`;
  const lettersWithDigits = `[${isAscii ? upper : noDigit}]+[0-9]+`;
  const before = [upper, "0-9"].flatMap((one) => [`[${one}]`, `[${one}]+`]);
  const parts = [...before, lettersWithDigits, `[${upper}${lower}0-9]+`];
  const escaped = separator?.replace(/[$()*+./?[\\\]^{|}]/, "\\$&");
  const candidates: readonly (readonly [string, string])[] = [
    ...(separator === undefined ? [] : parts).map(
      (part) => [`what is before the first "${separator}"`, `^(${part})${escaped}`] as const,
    ),
    ["the letters at its beginning", `^([${upper}]+)`],
    ["the letters at its beginning, with the digits after them", `^(${lettersWithDigits})`],
    ["its first character", `^([${upper}0-9])`],
  ];
  const rules = candidates
    .map(([description, source]) => {
      const pattern = new RegExp(source, isAscii ? "" : "u");
      return { description, pattern, areas: areasOf(pattern, labels) };
    })
    .filter(({ areas }) => !areas.includes(""));
  const lists = rules.map(({ areas }) => String(areas));
  return rules.filter((_, index) => lists.indexOf(lists[index] ?? "") === index);
};
