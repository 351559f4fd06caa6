import { inspect } from "node:util";
import { type AnswerOrigin, originsOf } from "#lib/site/convention.ts";
import {
  type AskedPoint,
  answersTo,
  openPoints,
  questionsAnsweredByHand,
} from "#lib/site/open-points.ts";
import type { Site } from "#lib/site/schema.ts";

/** Items behind a head, joined by commas; further lines begin below the first item. One that needs several lines is broken at blanks. */
const layOutParagraph = (head: string, items: readonly string[], width: number): string[] => {
  const margin = " ".repeat(head.length);
  const lines = [head];
  const add = (text: string, atBlank: boolean): void => {
    const line = `${lines.at(-1)} ${text}`;
    const isFirst = lines.at(-1) === head || lines.at(-1) === margin;
    if (line.length <= width || (isFirst && atBlank)) lines[lines.length - 1] = line;
    else if (head.length + text.length < width || atBlank) lines.push(`${margin} ${text}`);
    else for (const word of text.split(" ")) add(word, true);
  };
  for (const [at, item] of items.entries()) add(at < items.length - 1 ? `${item},` : item, false);
  return lines;
};

const answerText = (answer: unknown): string =>
  inspect(answer, { breakLength: Infinity, compact: true });

/** The parts of an answer with their values; those that are called as themselves by their names alone. */
const itemsOf = (at: string, answers: readonly AnswerOrigin[]): string[] => {
  const named = answers.map(({ path, answer }) => [path.slice(at.length + 1), answer] as const);
  const isOwn = ([name, answer]: (typeof named)[number]) => name !== "" && name === answer;
  const own = named.filter(isOwn).map(([name]) => name);
  const others = named
    .filter((one) => !isOwn(one))
    .map(([name, answer]) => `${name} ${answerText(answer)}`.trimStart());
  const [first, ...rest] = own;
  return first === undefined ? others : [...others, `each by its own name: ${first}`, ...rest];
};

type AnswerLine = readonly [head: string, items: readonly string[]];

type ErrorAnswer = { readonly status?: number; readonly domain?: string };

/** Of each group the domain, and a line for each status: the conditions with their codes, and messages of the site's own. */
const errorLines = (answers: readonly AnswerOrigin[]): AnswerLine[] => {
  const found = [...Map.groupBy(answers, ({ path }) => path.replace(/\.[^.]*$/, ""))].map(
    ([path, parts]) => {
      const named = parts.map(({ path: part, answer }) => [part.slice(path.length + 1), answer]);
      const { status, domain, ...others }: ErrorAnswer = Object.fromEntries(named);
      const [, group = "", condition = ""] = path.split(".");
      const item = [condition, ...Object.values(others).map(answerText)].join(" ");
      return { at: `errors.${group}`, condition, status, domain, item };
    },
  );
  return [...Map.groupBy(found, ({ at }) => at)].flatMap(([at, group]) => {
    const domains = new Set(group.map(({ domain }) => domain));
    const [domain] = domains;
    const each = group.map((one): string => `${one.condition} ${answerText(one.domain)}`);
    const statuses = Map.groupBy(group, ({ status }) => status);
    return [
      ...(domains.size === 1 && domain === undefined
        ? []
        : [[`${at} domain`, domains.size === 1 ? [answerText(domain)] : each] as const]),
      ...[...statuses].map(
        ([status, some]) =>
          [status === undefined ? at : `${at} ${status}`, some.map(({ item }) => item)] as const,
      ),
    ];
  });
};

const linesTo = (point: AskedPoint, answers: readonly AnswerOrigin[]): AnswerLine[] => {
  const at = point.path.join(".");
  if (answers.length === 0) return [];
  return at === "errors" ? errorLines(answers) : [[at, itemsOf(at, answers)]];
};

const layOutLines = (lines: readonly AnswerLine[], width: number): string[] => {
  const widest = Math.max(...lines.map(([head]) => head.length));
  return lines.flatMap(([head, items]) =>
    layOutParagraph(`  ${head.padEnd(widest)}`, items, width),
  );
};

/**
 * Every answer of a site with its origin, for people: first what the profile itself answers, then what it takes from each convention, by the
 * convention's name. Of the pages' words only the languages.
 * @param width of a line, in characters; only a longer word exceeds it
 */
export const answerLines = (site: Site, width: number): string[] => {
  const { pages } = site;
  const origins = originsOf({
    ...site,
    pages: pages && { ...pages, words: pages.words.map(({ lang }) => lang) },
  });
  const linesFrom = (origin: string | undefined, point: AskedPoint): AnswerLine[] =>
    linesTo(
      point,
      answersTo(point, origins).filter(({ convention }) => convention === origin),
    );
  const typed = questionsAnsweredByHand(site);
  /** Where nothing of an answer is the profile's own, it is a convention that is made with values of the profile. */
  const own = typed.flatMap((point): AnswerLine[] => {
    const lines = linesFrom(undefined, point);
    const made = answersTo(point, origins).find(({ convention }) => convention !== undefined);
    return lines.length > 0
      ? lines
      : [[point.path.join("."), [`values for ${made?.convention}, below`]]];
  });
  const conventions = [...new Set(origins.flatMap(({ convention }) => convention ?? []))];
  return [
    `${typed.length} of ${openPoints.length} questions are answered in the profile:`,
    ...layOutLines(own, width),
    ...conventions.flatMap((name) => [
      "",
      `From the convention ${name}:`,
      ...layOutLines(
        openPoints.flatMap((point) => linesFrom(name, point)),
        width,
      ),
    ]),
  ];
};
