import * as z from "zod";
import { changes } from "#lib/site/ask.ts";
import { originsOf } from "#lib/site/convention.ts";
import { type AskedPoint, openPoints } from "#lib/site/open-points.ts";
import type { Site } from "#lib/site/schema.ts";
import { limits } from "./limits.ts";
import { code, lines, type Parts, plain, table, written } from "./markdown.ts";

const titles: Readonly<Record<string, string>> = {
  "§1": "What the service does",
  "§2": "Resources and their fields",
  "§3": "States and transitions",
  "§4": "Endpoints",
  "§5": "Authentication",
  "§7": "Errors",
  "§8": "Limits",
  "§9": "Versioning",
};

const answerAt = (answers: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (part, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name],
    answers,
  );

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

/** The conventions that answer at a path or below it. */
const takenAt = (site: Site, at: string): string[] => {
  const below = originsOf(site).filter(({ path }) => at === "" || `${path}.`.startsWith(`${at}.`));
  return [...new Set(below.flatMap(({ convention }) => convention ?? []))];
};

/** The profile's own part of an answer, without what a convention or another question has. */
const ownPart = (site: Site, { path, type }: AskedPoint): unknown => {
  const answer = answerAt(site, path);
  if (path[0] === "pages" && site.pages) return { path: site.pages.path };
  if (takenAt(site, path.join(".")).length === 0 && !(type instanceof z.ZodObject)) return answer;
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return undefined;
  const shape = type instanceof z.ZodObject ? (type.shape as Record<string, z.ZodType>) : {};
  const own = Object.entries(answer).filter(([name]) => {
    const part = shape[name];
    return !(part && isAsked(part)) && takenAt(site, [...path, name].join(".")).length === 0;
  });
  return own.length > 0 ? Object.fromEntries(own) : undefined;
};

const cellOf = (site: Site, point: AskedPoint): string => {
  const own = ownPart(site, point);
  const taken = takenAt(site, point.path.join(".")).map((name) => `as ${code(name)}`);
  const others = point.examples
    .filter((example) => JSON.stringify(example) !== JSON.stringify(answerAt(site, point.path)))
    .map((example) => `or ${written(example)}`);
  return [...taken, ...(own === undefined ? [] : [lines(own)]), ...others].join("<br>");
};

const sections = (site: Site): string[] =>
  Object.entries(titles).flatMap(([section, title]) => [
    `## ${section} ${title}`,
    table(
      ["question", `${site.name}'s answer`, "change"],
      openPoints
        .filter((point) => point.section === section)
        .map((point) => [
          [code(point.path.join(".")), point.question, ...notesOf(point.type)]
            .map(plain)
            .join("<br>"),
          cellOf(site, point),
          point.change,
        ]),
    ),
  ]);

/** So many answers of one part are shown in a cell; `npm run site:check` prints them all. */
const mostShown = 5;

/** What a convention answers, by part of the profile. */
const answersOf = (site: Site, name: string): string => {
  const answers = originsOf(site).filter(({ convention }) => convention === name);
  const parts = Map.groupBy(answers, ({ path }) => path.split(".", 1)[0] ?? "");
  return [...parts]
    .map(([part, inside]) =>
      inside.length > mostShown
        ? `${code(part)}: ${inside.length} answers`
        : inside.map(({ path, answer }) => `${code(path)} ${written(answer)}`).join(", "),
    )
    .join("; ");
};

/** docs/open-points.md: the conventions and the questions put to a site with an example's answers, and the limits of all sites. */
export const openPointsParts = (site: Site): Parts => ({
  conventions: table(
    ["convention", "answers"],
    takenAt(site, "").map((name) => [code(name), answersOf(site, name)]),
  ),
  changes: table(["change", "costs"], Object.entries(changes)),
  questions: sections(site).join("\n\n"),
  limits: table(["limit", "is"], limits()),
});
