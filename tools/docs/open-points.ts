import * as z from "zod";
import { mostBoxesNamed } from "#lib/domain/attachment-guard.ts";
import { mostCounted } from "#lib/domain/counts.ts";
import { keyLength, refusalLifetimeMs } from "#lib/domain/operation.ts";
import { refusalsListedMs } from "#lib/domain/refusals.ts";
import { conditions } from "#lib/errors.ts";
import { maxTextLength } from "#lib/fields.ts";
import { longestCallerName } from "#lib/gate/caller.ts";
import { longestUnknownName, mostShownProblems } from "#lib/http/problems.ts";
import { requestLimits } from "#lib/service.ts";
import { type AnswerOrigin, originsOf } from "#lib/site/convention.ts";
import { type AskedPoint, answersTo, openPoints } from "#lib/site/open-points.ts";
import { changeCosts } from "#lib/site/question.ts";
import type { Site } from "#lib/site/schema.ts";
import { longestAttemptMs } from "#lib/store/client.ts";
import { formatNumber } from "../../commands/cli/output.ts";
import {
  codeSpan,
  escapeMarkup,
  markdownTable,
  type PageParts,
  profileLiteral,
} from "./markdown.ts";

const sectionTitles: Readonly<Record<string, string>> = {
  "§1": "What the service does",
  "§2": "Resources and their fields",
  "§3": "States and transitions",
  "§4": "Endpoints",
  "§5": "Authentication",
  "§6": "Events",
  "§7": "Errors",
  "§8": "Limits",
  "§9": "Versioning",
};

const isAsked = (type: z.ZodType) => type.meta()?.question !== undefined;

/** The form's notes on the variants and parts of an answer, which are not in its question. */
const notesOf = (type: z.ZodType): string[] => {
  const note = type.meta()?.note;
  if (typeof note === "string") return [note];
  if (type instanceof z.ZodUnion)
    return type.options.flatMap((option) => notesOf(option as z.ZodType));
  if (!(type instanceof z.ZodObject)) return [];
  return Object.entries(type.shape as Record<string, z.ZodType>).flatMap(([name, part]) =>
    isAsked(part) ? [] : notesOf(part).map((inner) => `${codeSpan(name)}: ${inner}`),
  );
};

/** The cell for an answer: the conventions that it uses, its own parts, and other examples. Parts with their own question are left out. */
const answerCell = (origins: readonly AnswerOrigin[], point: AskedPoint): string => {
  const pointPath = point.path.join(".");
  const ownOrigins = answersTo(point, origins);
  const conventions = new Set(ownOrigins.flatMap(({ convention }) => convention ?? []));
  const ownAnswers = ownOrigins.flatMap(({ path, answer, convention }) => {
    const name = path === pointPath ? "" : `${path.slice(pointPath.length + 1)}: `;
    return convention ? [] : codeSpan(name + profileLiteral(answer));
  });
  const answerTexts = ownOrigins.map(({ answer }) => profileLiteral(answer));
  const otherExamples = point.examples
    .map(profileLiteral)
    .filter((example) => !answerTexts.includes(example));
  return [
    ...[...conventions].map((name) => `as ${codeSpan(name)}`),
    ...ownAnswers,
    ...otherExamples.map((example) => `or ${codeSpan(example)}`),
  ].join("<br>");
};

const questionCell = (point: AskedPoint): string => {
  const head = `${codeSpan(point.path.join("."))} (${point.change})`;
  const sentences = [point.question, ...notesOf(point.type)].map(escapeMarkup);
  return [head, ...sentences].join("<br>");
};

const questionSections = (site: Site, origins: readonly AnswerOrigin[]): string[] =>
  Object.entries(sectionTitles).flatMap(([section, title]) => [
    `## ${section} ${title}`,
    markdownTable(
      ["question, and what a change costs", `${site.name}'s answer`],
      openPoints
        .filter((point) => point.section === section)
        .map((point) => [questionCell(point), answerCell(origins, point)]),
    ),
  ]);

const retryWaits = Object.entries(conditions).flatMap(([name, row]) =>
  "retryAfter" in row ? [`${row.retryAfter} s (${codeSpan(name)})`] : [],
);

/** The limits that no site profile can change. */
const limitRows = (): string[][] => [
  ["text in a request", `${maxTextLength} UTF-16 units`],
  [
    "idempotency key of a client",
    `${keyLength.least} to ${keyLength.most} letters, digits or hyphens`,
  ],
  ["a kept refusal is the answer of its key", `${refusalLifetimeMs / 3_600_000} hours`],
  ["time in the list of refusals", `${refusalsListedMs / 3_600_000} hours`],
  [
    "goods and attachments that a count of an area reads",
    `${formatNumber(mostCounted)}; if there are more, the answer says so`,
  ],
  ["invalid fields that a message names", `${mostShownProblems}; the others are counted`],
  ["an unknown name, quoted in a message", `${longestUnknownName} UTF-16 units`],
  [
    "boxes named in a refusal of the removal guard",
    `${mostBoxesNamed} for a category; the others are counted`,
  ],
  ["a caller's name in the history", `${longestCallerName} characters`],
  ["`Retry-After`", retryWaits.join(", ")],
  [
    "time for a request",
    `${requestLimits.budget} ms, and at most the rest of the function's time minus ${requestLimits.reserve} ms`,
  ],
  ["time for one attempt at the table", `${longestAttemptMs} ms`],
];

/** docs/open-points.md: the questions for a site with an example's answers, and the limits of all sites. */
export const openPointsParts = (site: Site): PageParts => {
  // Leave out the pages' words, because they are too many and have no questions.
  const origins = originsOf({ ...site, pages: site.pages && { path: site.pages.path } });
  return {
    changes: markdownTable(["change", "costs"], Object.entries(changeCosts)),
    questions: questionSections(site, origins).join("\n\n"),
    limits: markdownTable(["limit", "is"], limitRows()),
  };
};
