import { inspect } from "node:util";
import { type AnswerOrigin, originsOf } from "#lib/site/convention.ts";
import {
  type AskedPoint,
  answersTo,
  openPoints,
  questionsAnsweredByHand,
} from "#lib/site/open-points.ts";
import type { Site } from "#lib/site/schema.ts";

/**
 * Formats a head with its items, joined by commas. More lines start below the first item. An item that is longer than a line breaks at
 * spaces.
 */
const layOutParagraph = (head: string, items: readonly string[], width: number): string[] => {
  const margin = " ".repeat(head.length);
  const lines = [head];
  const add = (text: string, isWord: boolean): void => {
    const lastLine = lines.at(-1);
    const line = `${lastLine} ${text}`;
    const isFirstInLine = lastLine === head || lastLine === margin;
    if (line.length <= width || (isFirstInLine && isWord)) lines[lines.length - 1] = line;
    else if (head.length + text.length < width || isWord) lines.push(`${margin} ${text}`);
    else for (const word of text.split(" ")) add(word, true);
  };
  for (const item of items.slice(0, -1)) add(`${item},`, false);
  for (const item of items.slice(-1)) add(item, false);
  return lines;
};

const answerText = (answer: unknown): string =>
  inspect(answer, { breakLength: Infinity, compact: true });

/** The parts of an answer with their values. If a part's value equals its name, only the name is shown, at the end. */
const itemsOf = (pointPath: string, answers: readonly AnswerOrigin[]): string[] => {
  const namedAnswers = answers.map(
    ({ path, answer }) => [path.slice(pointPath.length + 1), answer] as const,
  );
  const isOwn = ([name, answer]: (typeof namedAnswers)[number]) => name !== "" && name === answer;
  const ownNames = namedAnswers.filter(isOwn).map(([name]) => name);
  const otherItems = namedAnswers
    .filter((named) => !isOwn(named))
    .map(([name, answer]) => `${name} ${answerText(answer)}`.trimStart());
  const [first, ...rest] = ownNames;
  return first === undefined
    ? otherItems
    : [...otherItems, `under the same name: ${first}`, ...rest];
};

type AnswerLine = readonly [head: string, items: readonly string[]];

type ErrorAnswer = { readonly status?: number; readonly domain?: string };

type ConditionAnswer = {
  readonly groupPath: string;
  readonly condition: string;
  readonly status: number | undefined;
  readonly domain: string | undefined;
  readonly item: string;
};

/** The domain of a group, or the domain of each condition if they differ. No line if the answers have no domain. */
const domainLines = (groupPath: string, group: readonly ConditionAnswer[]): AnswerLine[] => {
  const domains = new Set(group.map(({ domain }) => domain));
  const [onlyDomain] = domains;
  const head = `${groupPath} domain`;
  if (domains.size > 1)
    return [[head, group.map(({ condition, domain }) => `${condition} ${answerText(domain)}`)]];
  return onlyDomain === undefined ? [] : [[head, [answerText(onlyDomain)]]];
};

/** For each group, its domain, and a line for each status with its conditions, their codes, and the site's own messages. */
const errorLines = (answers: readonly AnswerOrigin[]): AnswerLine[] => {
  const byCondition = Map.groupBy(answers, ({ path }) => path.replace(/\.[^.]*$/, ""));
  const conditionAnswers = [...byCondition].map(([path, parts]): ConditionAnswer => {
    const named = parts.map(({ path: part, answer }) => [part.slice(path.length + 1), answer]);
    const { status, domain, ...others }: ErrorAnswer = Object.fromEntries(named);
    const [, group = "", condition = ""] = path.split(".");
    const item = [condition, ...Object.values(others).map(answerText)].join(" ");
    return { groupPath: `errors.${group}`, condition, status, domain, item };
  });
  const groups = Map.groupBy(conditionAnswers, ({ groupPath }) => groupPath);
  return [...groups].flatMap(([groupPath, group]) => {
    const statuses = Map.groupBy(group, ({ status }) => status);
    const statusLines = [...statuses].map(([status, sameStatus]): AnswerLine => {
      const head = status === undefined ? groupPath : `${groupPath} ${status}`;
      return [head, sameStatus.map(({ item }) => item)];
    });
    return [...domainLines(groupPath, group), ...statusLines];
  });
};

const linesTo = (point: AskedPoint, answers: readonly AnswerOrigin[]): AnswerLine[] => {
  const pointPath = point.path.join(".");
  if (answers.length === 0) return [];
  return pointPath === "errors" ? errorLines(answers) : [[pointPath, itemsOf(pointPath, answers)]];
};

const layOutLines = (lines: readonly AnswerLine[], width: number): string[] => {
  const widest = Math.max(...lines.map(([head]) => head.length));
  return lines.flatMap(([head, items]) =>
    layOutParagraph(`  ${head.padEnd(widest)}`, items, width),
  );
};

/**
 * All answers of a site with their origins: first the profile's own answers, then the answers of each convention, by name. Of the pages'
 * words, only the languages are shown.
 * @param width of a line, in characters; only a longer word exceeds it
 */
export const answerLines = (site: Site, width: number): string[] => {
  const { pages } = site;
  const origins = originsOf({
    ...site,
    pages: pages && { ...pages, words: pages.words.map(({ lang }) => lang) },
  });
  const linesFrom = (origin: string | undefined, point: AskedPoint): AnswerLine[] => {
    const answers = answersTo(point, origins);
    const fromOrigin = answers.filter(({ convention }) => convention === origin);
    return linesTo(point, fromOrigin);
  };
  const ownQuestions = questionsAnsweredByHand(site);
  /** An answer without its own parts is a convention that is made with values of the profile. */
  const ownLines = ownQuestions.flatMap((point): AnswerLine[] => {
    const lines = linesFrom(undefined, point);
    if (lines.length > 0) return lines;
    const answers = answersTo(point, origins);
    const fromConvention = answers.find(({ convention }) => convention !== undefined);
    return [[point.path.join("."), [`values for ${fromConvention?.convention}, below`]]];
  });
  const conventions = [...new Set(origins.flatMap(({ convention }) => convention ?? []))];
  return [
    `${ownQuestions.length} of ${openPoints.length} questions are answered in the profile:`,
    ...layOutLines(ownLines, width),
    ...conventions.flatMap((name) => {
      const lines = openPoints.flatMap((point) => linesFrom(name, point));
      return ["", `From the convention ${name}:`, ...layOutLines(lines, width)];
    }),
  ];
};
