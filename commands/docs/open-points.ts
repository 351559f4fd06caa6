import { fields } from "#lib/fields.ts";
import { changes } from "#lib/site/ask.ts";
import { mayBe } from "#lib/site/may-be.ts";
import { type AskedPoint, openPoints } from "#lib/site/open-points.ts";
import type { Site } from "#lib/site/schema.ts";
import { limits } from "./limits.ts";
import { code, lines, page, plain, table, written } from "./markdown.ts";
import { notServed, readings } from "./readings.ts";

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

const listed = (items: readonly (readonly [section: string, text: string])[]) =>
  items.map(([section, text]) => `- ${text} (${section})`).join("\n");

const answerAt = (answers: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((part, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name], answers);

/** The answer of a question within another one, by an example of the outer one's answer, where the site's own has no such part. */
const ofAnother = (path: readonly string[]): unknown =>
  openPoints
    .filter((outer) => outer.path.length < path.length && outer.path.every((name, at) => path[at] === name))
    .flatMap((outer) => outer.examples.map((example) => answerAt(example, path.slice(outer.path.length))))
    .find((part) => part !== undefined);

const cellOf = (site: Site, { path, examples }: AskedPoint): string => {
  const [part, group] = path;
  // Answers that are too long for a cell stand in a table of their own.
  if (part === "fields") return "see [the names of the fields](#the-names-of-the-fields)";
  if (part === "errors") return `see [errors](errors.md#${group})`;
  if (part === "pages" && site.pages)
    return `${written({ path: site.pages.path })}, with the words in \`sites/words/\`<br>or ${written(false)}`;
  const own = answerAt(site, path);
  const others = examples.filter((example) => JSON.stringify(example) !== JSON.stringify(own)).map((example) => written(example));
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

/** docs/open-points.md: what the specification leaves open, the questions put to a site, and an example's answers. */
export const openPointsPage = (site: Site): string =>
  page("Open points", [
    `What the specification marks "not shown" is answered by a site's profile, never by code. Each point below stands under the section that leaves it open, with the question put to the site, what may be answered, the answer of the example site \`${site.name}\`, which is one imagined warehouse's and not the specification's, an answer of each other kind, and what it costs to [change it later](change-a-site.md).`,
    "What may be answered is made from the form that checks it. A reason stands in brackets; a limit without one keeps names, sentences and lists to what a screen and an answer have room for. Some questions are asked only within one kind of answer to the question before, such as where a server is.",
    ...sections(site),
    "## The names of the fields",
    table(
      ["our own word", "meaning", `${site.name}'s name on the wire`],
      Object.entries(fields).map(([name, meaning]) => [code(name), meaning, code(site.fields[name as keyof typeof fields])]),
    ),
    "## Readings",
    "Where the specification can be read in more than one way, this is the reading that was chosen. A site that reads it otherwise should object.",
    listed(readings),
    "## Limits",
    "What no site can answer otherwise (§8).",
    table(["limit", "is"], limits()),
    "## Not served",
    "Open points that need no answer, for nothing is built on them.",
    listed(notServed),
  ]);
