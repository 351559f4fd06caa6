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

/** Patterns for an area before a separator, the simplest first. */
const areaPatterns = ["[A-Z]", "[0-9]", "[A-Z]+", "[0-9]+", "[A-Z]+[0-9]+", "[A-Za-z0-9]+"];

/** Patterns with these classes. If the labels have other letters than A to Z, a class has all letters. */
const patternFor = (labels: readonly string[]) => {
  if (labels.every((label) => /^\p{ASCII}*$/u.test(label)))
    return (source: string) => new RegExp(source);
  const letters = { "A-Z": "\\p{Lu}\\p{Lo}", "a-z": "\\p{Ll}" } as const;
  return (source: string) =>
    new RegExp(
      source.replace(/A-Z|a-z/g, (range) => letters[range as keyof typeof letters]),
      "u",
    );
};

const candidateRules = (labels: readonly string[]): readonly (readonly [string, RegExp])[] => {
  const pattern = patternFor(labels);
  const [separator] = /[^\p{L}\p{M}\p{N}]/u.exec(labels[0] ?? "") ?? [];
  const escaped = separator?.replace(/[$()*+./?[\\\]^{|}]/, "\\$&");
  const beforeSeparator = areaPatterns.map(
    (area) => [`what is before the first "${separator}"`, pattern(`^(${area})${escaped}`)] as const,
  );
  return [
    ...(separator === undefined ? [] : beforeSeparator),
    ["the letters at its beginning", pattern("^([A-Z]+)")],
    ["the letters at its beginning, with the digits after them", pattern("^([A-Z]+[0-9]+)")],
    ["its first character", pattern("^([A-Z0-9])")],
  ];
};

/** The rules that find an area in every label. Rules with the same areas as an earlier rule are left out. */
export const areaRulesOf = (labels: readonly string[]): AreaRule[] => {
  const rules = candidateRules(labels)
    .map(([description, pattern]) => ({ description, pattern, areas: areasOf(pattern, labels) }))
    .filter(({ areas }) => !areas.includes(""));
  const firstWithAreas = (areas: readonly string[]) =>
    rules.findIndex((rule) => String(rule.areas) === String(areas));
  return rules.filter(({ areas }, index) => firstWithAreas(areas) === index);
};
