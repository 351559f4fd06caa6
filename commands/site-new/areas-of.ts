/** A way to read the area from a location code, and the areas that some labels then have. */
export type AreaRule = {
  readonly says: string;
  readonly pattern: RegExp;
  readonly areas: readonly string[];
};

const inNumbers = new Intl.Collator("en", { numeric: true });

/** The areas that a pattern takes from labels with its first group, in the order of a shelf plan. */
export const areasOf = (pattern: RegExp, labels: readonly string[]): string[] =>
  [...new Set(labels.map((label) => pattern.exec(label)?.[1] ?? ""))].toSorted(inNumbers.compare);

/** Patterns of an area before a separator, the plainest first. */
const areaPatterns = ["[A-Z]", "[0-9]", "[A-Z]+", "[0-9]+", "[A-Z]+[0-9]+", "[A-Za-z0-9]+"];

const candidateRules = (labels: readonly string[]): readonly (readonly [string, RegExp])[] => {
  const [separator] = /[^\p{L}\p{N}]/u.exec(labels[0] ?? "") ?? [];
  const before = areaPatterns.map((name) => {
    const escaped = separator?.replace(/[$()*+./?[\\\]^{|}]/, "\\$&");
    return [`what is before the first "${separator}"`, new RegExp(`^(${name})${escaped}`)] as const;
  });
  return [
    ...(separator === undefined ? [] : before),
    ["the letters at its beginning", /^([A-Z]+)/],
    ["the letters at its beginning, with the digits after them", /^([A-Z]+[0-9]+)/],
    ["its first character", /^([A-Z0-9])/],
  ];
};

/** The rules that take an area from each label. Each gives other areas than the ones before. */
export const areaRulesOf = (labels: readonly string[]): AreaRule[] => {
  const rules = candidateRules(labels)
    .map(([says, pattern]) => ({ says, pattern, areas: areasOf(pattern, labels) }))
    .filter(({ areas }) => !areas.includes(""));
  return rules.filter(
    ({ areas }, at) => rules.findIndex((rule) => String(rule.areas) === String(areas)) === at,
  );
};
