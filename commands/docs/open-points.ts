import { fields } from "#lib/fields.ts";
import { changes } from "#lib/site/ask.ts";
import { mayBe } from "#lib/site/may-be.ts";
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
  "§6": "Events",
  "§7": "Errors",
  "§8": "Limits",
  "§9": "Versioning",
};

const answerAt = (answers: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (part, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name],
    answers,
  );

/** The answer of a question within another one, by an example of the outer one's answer, where the site's own has no such part. */
const ofAnother = (path: readonly string[]): unknown =>
  openPoints
    .filter(
      (outer) =>
        outer.path.length < path.length && outer.path.every((name, at) => path[at] === name),
    )
    .flatMap((outer) =>
      outer.examples.map((example) => answerAt(example, path.slice(outer.path.length))),
    )
    .find((part) => part !== undefined);

const cellOf = (site: Site, { path, examples }: AskedPoint): string => {
  const [part, group] = path;
  // Answers that are too long for a cell stand in a table of their own.
  if (part === "fields") return "see [the names of the fields](#the-names-of-the-fields)";
  if (part === "errors") return `see [errors](errors.md#${group})`;
  if (part === "pages" && site.pages)
    return `${written({ path: site.pages.path })}, with the words in \`pages/words/\`<br>or ${written(false)}`;
  const own = answerAt(site, path);
  const others = examples
    .filter((example) => JSON.stringify(example) !== JSON.stringify(own))
    .map((example) => written(example));
  const [first, ...rest] = own === undefined ? [written(ofAnother(path))] : [lines(own), ...others];
  return [first, ...rest.map((other) => `or ${other}`)].join("<br>");
};

const sections = (site: Site): string[] =>
  Object.entries(titles).flatMap(([section, title]) => {
    const points = openPoints.filter((point) => point.section === section);
    if (points.length === 0) return [];
    return [
      `## ${section} ${title}`,
      table(
        ["question", "it must be", `${site.name}'s answer, or another`, "a later change"],
        points.map((point) => [
          `${point.question}<br>${code(point.path.join("."))}`,
          plain(mayBe(point.type)),
          cellOf(site, point),
          changes[point.change],
        ]),
      ),
    ];
  });

/** docs/open-points.md: the questions put to a site and an example's answers, the names of the fields, the limits of all sites. */
export const openPointsParts = (site: Site): Parts => ({
  questions: sections(site).join("\n\n"),
  fields: table(
    ["our own word", "meaning", `${site.name}'s name on the wire`],
    Object.entries(fields).map(([name, meaning]) => [
      code(name),
      meaning,
      code(site.fields[name as keyof typeof fields]),
    ]),
  ),
  limits: table(["limit", "is"], limits()),
});
