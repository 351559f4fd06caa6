import type { DifferingAnswer, Treatment } from "./answers.ts";
import type { Misfit, TableCheck } from "./check-table.ts";

const treatments: Readonly<Record<Treatment, string>> = {
  refused: "differs from the table's and cannot be changed: recorded quantities would mean others",
  repair:
    "changed: close the stage, then `npm run table -- apply`, `npm run deploy`, `npm run audit -- --repair --yes`",
  drain: "changed: empty the scanners' queues first, or a scan that is sent again counts twice",
  shards:
    "changed too far for one deployment: the first only adds the new number to `read`, the second writes it",
};

const refusing: Readonly<Record<Exclude<Misfit, "category">, string>> = {
  hidden: "stand in a shard that location.shards.read does not cover: views would miss them",
  area: "stand under another area than location.area gives: views would miss them",
  zongpai: "have a zongpai that formats.zongpai refuses: no request could name them",
  boxNo: "are in a box whose number formats.boxNo refuses: no request could name the box",
  location: "have a location that formats.location refuses: no request could name it",
};

/** What a check found against a profile, a line each; none when it may be deployed. */
export const refusalsOf = ({
  changed,
  misfits: { category: _, ...found },
}: TableCheck): string[] => [
  ...changed.map(({ path, treatment }) => `${path} ${treatments[treatment]}.`),
  ...Object.entries(found).map(
    ([misfit, count]) => `${count} rows ${refusing[misfit as keyof typeof refusing]}.`,
  ),
];

/** What is no refusal: a site may retire a category while rows have it (docs/deploy.md). */
export const notesOf = ({ misfits: { category } }: TableCheck): string[] =>
  category === undefined
    ? []
    : [
        `Note: ${category} rows are of a category that attachment.categories lacks: it can be taken out, not added or moved.`,
      ];

/** Why a profile repairs nothing: the functions of the service may not have its rules yet. */
export const repairRefusal = (differing: readonly DifferingAnswer[]): string =>
  [
    "Nothing was repaired: the table remembers another profile.",
    ...differing.map(
      ({ path, before, now }) => `  ${path}: the profile has ${now}, the table ${before}`,
    ),
    "Deploy this profile first: `npm run table -- check` says what it needs, and docs/change-a-site.md in what order.",
  ].join("\n");
