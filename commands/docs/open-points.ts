import { fields } from "#lib/fields.ts";
import { type AskedPoint, openPoints } from "#lib/site/open-points.ts";
import type { Site } from "#lib/site/schema.ts";
import { answer, code, page, table } from "./markdown.ts";

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

/** Where the specification could be read in more than one way, the way that was chosen, so that a site can object. */
const readings: readonly (readonly [section: string, reading: string])[] = [
  ["§2", "A zongpai reference identifies goods; whether it exists is looked up in a view of the ERP, as box information is."],
  ["§2", "A box item is one zongpai in one box: the same zongpai again in the same box is the duplicate that is rejected."],
  ["§1", "The many-to-one relation that a save appends to is that of items to their box: many items, one box."],
  ["§1", "The accessory items are the attachments: the accessory route group is the attachment module with its own handlers."],
  [
    "§4",
    "The product has an edit and a deletion of its own, for the attachment operations mirror them; a site names their paths, or serves none.",
  ],
];

/** Points that the specification leaves open and that need no answer, for nothing is built on them. */
const notServed: readonly (readonly [section: string, point: string])[] = [
  ["§6", "Events, webhooks and notifications: none is sent."],
  ["§8", "Rate limits within the service: the gateway alone throttles."],
  ["§9", "A deprecation and compatibility policy: none is promised."],
  ["§4", "Accessory routes beyond `/attachment/*`: their methods and paths are not shown, so none is served."],
];

const listed = (items: readonly (readonly [section: string, text: string])[]) =>
  items.map(([section, text]) => `- ${text} (${section})`).join("\n");

const answerAt = (site: Site, path: readonly string[]): unknown =>
  path.reduce<unknown>((part, name) => (part as Readonly<Record<string, unknown>>)[name], site);

/** Answers that are too long for a cell stand in a table of their own. */
const shown = (site: Site, { path }: AskedPoint): string => {
  const [part, group] = path;
  if (part === "fields") return "see [the names of the fields](#the-names-of-the-fields)";
  if (part === "errors") return `see [errors](errors.md#${group})`;
  return answer(answerAt(site, path));
};

const sections = (site: Site): string[] =>
  Object.entries(titles).flatMap(([section, title]) => {
    const points = openPoints.filter((point) => point.section === section);
    if (points.length === 0) return [];
    return [
      `## ${section} ${title}`,
      table(
        ["question", "answered at", `${site.name}'s answer`],
        points.map((point) => [point.question, code(point.path.join(".")), shown(site, point)]),
      ),
    ];
  });

/** docs/open-points.md: what the specification leaves open, the questions put to a site, and an example's answers. */
export const openPointsPage = (site: Site): string =>
  page("Open points", [
    `What the specification marks "not shown" is answered by a site's profile, never by code. Each point below stands under the section that leaves it open, with the question put to the site and the answer of the example site \`${site.name}\`, which is one imagined warehouse's and not the specification's.`,
    ...sections(site),
    "## The names of the fields",
    table(
      ["our own word", "meaning", `${site.name}'s name on the wire`],
      Object.entries(fields).map(([name, meaning]) => [code(name), meaning, code(site.fields[name as keyof typeof fields])]),
    ),
    "## Readings",
    "Where the specification can be read in more than one way, this is the reading that was chosen. A site that reads it otherwise should object.",
    listed(readings),
    "## Not served",
    "Open points that need no answer, for nothing is built on them.",
    listed(notServed),
  ]);
