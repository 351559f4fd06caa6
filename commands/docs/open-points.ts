import * as z from "zod";
import { type AnswerOrigin, originsOf } from "#lib/site/convention.ts";
import { type AskedPoint, answersTo, openPoints } from "#lib/site/open-points.ts";
import { changeCosts } from "#lib/site/question.ts";
import type { Site } from "#lib/site/schema.ts";
import { limitRows } from "./limits.ts";
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

/** What the form says of an answer's kinds and parts beside the question. */
const notesOf = (type: z.ZodType): string[] => {
  const note = type.meta()?.note;
  if (typeof note === "string") return [note];
  if (type instanceof z.ZodUnion) return type.options.flatMap((one) => notesOf(one as z.ZodType));
  if (!(type instanceof z.ZodObject)) return [];
  return Object.entries(type.shape as Record<string, z.ZodType>).flatMap(([name, part]) =>
    isAsked(part) ? [] : notesOf(part).map((said) => `${codeSpan(name)}: ${said}`),
  );
};

/** The conventions that an answer takes, its own parts without those of questions within it, and answers of other kinds. */
const cellOf = (origins: readonly AnswerOrigin[], point: AskedPoint): string => {
  const at = point.path.join(".");
  const found = answersTo(point, origins);
  const taken = new Set(found.flatMap(({ convention }) => convention ?? []));
  const own = found.flatMap(({ path, answer, convention }) => {
    const name = path === at ? "" : `${path.slice(at.length + 1)}: `;
    return convention ? [] : codeSpan(name + profileLiteral(answer));
  });
  const shown = found.map(({ answer }) => profileLiteral(answer));
  const others = point.examples.map(profileLiteral).filter((example) => !shown.includes(example));
  return [
    ...[...taken].map((name) => `as ${codeSpan(name)}`),
    ...own,
    ...others.map((example) => `or ${codeSpan(example)}`),
  ].join("<br>");
};

const questionSections = (site: Site, origins: readonly AnswerOrigin[]): string[] =>
  Object.entries(sectionTitles).flatMap(([section, title]) => [
    `## ${section} ${title}`,
    markdownTable(
      ["question, and what a change costs", `${site.name}'s answer`],
      openPoints
        .filter((point) => point.section === section)
        .map((point) => [
          [
            `${codeSpan(point.path.join("."))} (${point.change})`,
            ...[point.question, ...notesOf(point.type)].map(escapeMarkup),
          ].join("<br>"),
          cellOf(origins, point),
        ]),
    ),
  ]);

/** docs/open-points.md: the questions put to a site with an example's answers, and the limits of all sites. */
export const openPointsParts = (site: Site): PageParts => {
  // The pages' words are no answers to a question each.
  const origins = originsOf({ ...site, pages: site.pages && { path: site.pages.path } });
  return {
    changes: markdownTable(["change", "costs"], Object.entries(changeCosts)),
    questions: questionSections(site, origins).join("\n\n"),
    limits: markdownTable(["limit", "is"], limitRows()),
  };
};
