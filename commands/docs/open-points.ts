import * as z from "zod";
import { changes } from "#lib/site/ask.ts";
import { type Origin, originsOf } from "#lib/site/convention.ts";
import { type AskedPoint, answersTo, openPoints } from "#lib/site/open-points.ts";
import type { Site } from "#lib/site/schema.ts";
import { limits } from "./limits.ts";
import { code, type Parts, plain, table, typed } from "./markdown.ts";

const titles: Readonly<Record<string, string>> = {
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
    isAsked(part) ? [] : notesOf(part).map((said) => `${code(name)}: ${said}`),
  );
};

/** The conventions that an answer takes, its own parts without those of questions within it, and answers of other kinds. */
const cellOf = (origins: readonly Origin[], point: AskedPoint): string => {
  const at = point.path.join(".");
  const found = answersTo(point, origins);
  const taken = new Set(found.flatMap(({ convention }) => convention ?? []));
  const own = found.flatMap(({ path, answer, convention }) => {
    const name = path === at ? "" : `${path.slice(at.length + 1)}: `;
    return convention ? [] : code(name + typed(answer));
  });
  const shown = found.map(({ answer }) => typed(answer));
  const others = point.examples.map(typed).filter((example) => !shown.includes(example));
  return [
    ...[...taken].map((name) => `as ${code(name)}`),
    ...own,
    ...others.map((example) => `or ${code(example)}`),
  ].join("<br>");
};

const sections = (site: Site, origins: readonly Origin[]): string[] =>
  Object.entries(titles).flatMap(([section, title]) => [
    `## ${section} ${title}`,
    table(
      ["question, and what a change costs", `${site.name}'s answer`],
      openPoints
        .filter((point) => point.section === section)
        .map((point) => [
          [
            `${code(point.path.join("."))} (${point.change})`,
            ...[point.question, ...notesOf(point.type)].map(plain),
          ].join("<br>"),
          cellOf(origins, point),
        ]),
    ),
  ]);

/** docs/open-points.md: the questions put to a site with an example's answers, and the limits of all sites. */
export const openPointsParts = (site: Site): Parts => {
  // The pages' words are no answers to a question each.
  const origins = originsOf({ ...site, pages: site.pages && { path: site.pages.path } });
  return {
    changes: table(["change", "costs"], Object.entries(changes)),
    questions: sections(site, origins).join("\n\n"),
    limits: table(["limit", "is"], limits()),
  };
};
