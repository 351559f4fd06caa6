/** One line of a log, with its fields by their path, such as `record.metrics.initDurationMs` or `error.0`. */
type Line = Readonly<Record<string, unknown>>;

const valueAt = (line: Line, path: string): unknown =>
  path in line
    ? line[path]
    : path.split(".").reduce<unknown>((part, name) => (part as Line | undefined)?.[name], line);

const textAt = (line: Line, path: string): string => String(valueAt(line, path) ?? "");

type Test = (line: Line) => boolean;

/** One comparison: `a = "text"`, `a != "text"` or `a like /pattern/`. @throws Error for any other */
const comparisonOf = (text: string): Test => {
  const [, path = "", operator, quoted, pattern] =
    /^([\w.@]+) (?:(!?=) "([^"]*)"|like \/(.*)\/)$/.exec(text.trim()) ?? [];
  if (pattern !== undefined) return (line) => RegExp(pattern).test(textAt(line, path));
  if (operator === undefined) throw new Error(`no comparison: ${text}`);
  // A field that a line lacks equals no text, and differs from none either.
  return (line) =>
    valueAt(line, path) !== undefined && (textAt(line, path) === quoted) === (operator === "=");
};

const filterOf = (text: string): Test => {
  const either = text.split(" or ").map((part) => part.split(" and ").map(comparisonOf));
  return (line) => either.some((every) => every.every((test) => test(line)));
};

const percentile = (values: readonly number[], percent: number) =>
  values.toSorted((one, other) => one - other)[
    Math.max(0, Math.ceil((percent / 100) * values.length) - 1)
  ];

/** `count(*)`, `count_distinct(a)`, `latest(a)`, `max(a)` or `pct(a, 99)` over lines in the order of time. @throws Error for any other */
const statisticOf = (text: string): ((lines: readonly Line[]) => unknown) => {
  const [, name = "", path = "", percent = ""] =
    /^(\w+)\(([\w.*]+)(?:, (\d+))?\)$/.exec(text.trim()) ?? [];
  const valuesIn = (lines: readonly Line[]) =>
    lines.map((line) => valueAt(line, path)).filter((value) => value !== undefined);
  switch (name) {
    case "count":
      return (lines) => (path === "*" ? lines.length : valuesIn(lines).length);
    case "count_distinct":
      return (lines) => new Set(valuesIn(lines)).size;
    case "latest":
      return (lines) => valuesIn(lines).at(-1);
    case "max":
      return (lines) => Math.max(...valuesIn(lines).map(Number));
    case "pct":
      return (lines) => percentile(valuesIn(lines).map(Number), Number(percent));
    default:
      throw new Error(`no statistic: ${text}`);
  }
};

const statsOf = (text: string) => {
  const [aggregates = "", by = ""] = text.split(" by ");
  const columns = aggregates.split(/,(?![^(]*\))/).map((part) => {
    const [expression = "", name = expression] = part.trim().split(" as ");
    return [name, statisticOf(expression)] as const;
  });
  const paths = by.split(", ").filter((path) => path !== "" && !path.startsWith("bin("));
  return (lines: readonly Line[]): Line[] =>
    [
      ...Map.groupBy(lines, (line) =>
        JSON.stringify(paths.map((path) => valueAt(line, path))),
      ).values(),
    ].map((group) =>
      Object.fromEntries([
        ...paths.map((path) => [path, valueAt(group[0] ?? {}, path)]),
        ...columns.map(([name, of]) => [name, of(group)]),
      ]),
    );
};

const sortOf = (text: string) => {
  const [path = "", order = "asc"] = text.split(" ");
  const sign = order === "desc" ? -1 : 1;
  return (lines: readonly Line[]) =>
    lines.toSorted((one, other) => {
      const [a, b] = [valueAt(one, path), valueAt(other, path)];
      const isBefore = typeof a === "number" ? a < Number(b) : String(a) < String(b);
      return a === b ? 0 : isBefore ? -sign : sign;
    });
};

const fieldsOf = (text: string) => (lines: readonly Line[]) =>
  lines.map((line) =>
    Object.fromEntries(text.split(", ").map((path) => [path, valueAt(line, path)])),
  );

/**
 * Runs a query of CloudWatch Logs Insights over lines of JSON. It knows only what docs/operations.md uses, and reads a line as
 * CloudWatch does: one that is no JSON has no fields.
 * @throws Error for what it does not know
 */
export const runQuery = (query: string, text: string): Line[] => {
  const lines = text.split("\n").flatMap((line): Line[] => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
  return query
    .trim()
    .split(/\s*\n\| |\s\| /)
    .reduce<Line[]>((rows, command) => {
      const [, verb = "", rest = ""] = /^(\w+) (.*)$/s.exec(command) ?? [];
      if (verb === "filter") return rows.filter(filterOf(rest));
      if (verb === "stats") return statsOf(rest)(rows);
      if (verb === "sort") return sortOf(rest)(rows);
      if (verb === "fields") return fieldsOf(rest)(rows);
      throw new Error(`no command: ${command}`);
    }, lines);
};

/** The query below a heading of a page. */
export const queryBelow = (page: string, heading: string): string => {
  const [, section = ""] = page.split(`\n#### ${heading}\n`);
  const [, query = ""] = /```\n([^`]*)```/.exec(section) ?? [];
  if (!query) throw new Error(`no query below ${heading}`);
  return query;
};
