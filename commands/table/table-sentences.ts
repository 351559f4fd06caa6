import { placesPartition } from "#lib/store/keys.ts";
import type { IndexMisfit, TableCheck } from "./check-table.ts";
import type { AnswerTreatment, DifferingAnswer } from "./remembered-answers.ts";

const treatmentSentences: Readonly<Record<AnswerTreatment, string>> = {
  refused: "differs from the table's and cannot be changed: recorded quantities would mean others",
  repair:
    "changed: close the stage, then `npm run table -- apply`, `npm run deploy`, `npm run audit -- --repair --yes`",
  drain: "changed: empty the scanners' queues first, or a scan that is sent again counts twice",
  onePartition: "of 0.2.0 has more than one shard, and this version reads only the first",
};

const misfitSentences: Readonly<Record<Exclude<IndexMisfit, "category">, string>> = {
  partition: `are outside of ${placesPartition}, the only partition of places: lists would miss them`,
  area: "stand under another area than location.area gives: views would miss them",
  zongpai: "have a zongpai that formats.zongpai refuses: no request could name them",
  boxNo: "are in a box whose number formats.boxNo refuses: no request could name the box",
  location: "have a location that formats.location refuses: no request could name it",
  command:
    "have a code that is kept for command labels: the worker's page would touch a key in place of a scan",
};

/**
 * How 0.2.0 moves the rows of all its shards into the first. Its audit moves the kept refusals only when `read` is 1, and until the next
 * deployment its functions still read every shard.
 */
const stepsToOnePartition = [
  "Version 0.2.0 moves the rows into its first shard while the service runs (docs/upgrade.md). Skip the steps that are done:",
  "  1. git switch --detach v0.2.0 && npm ci",
  "  2. Add 1 to `read` of location.shards in the profile, such as { write: 4, read: [4, 1] }: npm run deploy -- <stage> --site <site>",
  "  3. Set `write` to 1, { write: 1, read: [4, 1] }, and deploy again.",
  "  4. Move the places: npm run audit -- --site <site> --table <TableName> --repair --yes",
  "  5. Set `read` to 1 alone, { write: 1, read: [1] }, run the command of step 4 again, which moves the kept refusals, and deploy again.",
  "  6. Switch to this version, remove location.shards from the profile, and deploy.",
  "A stage on a laptop needs only npm run audit -- --repair --yes, with the options that npm start prints.",
];

/** A line for each fault that a check found with a profile; none if the profile may be deployed. */
export const refusalsOf = ({ changed, misfits }: TableCheck): string[] => {
  const { category: _, ...refused } = misfits;
  const changedLines = changed.map(
    ({ path, treatment }) => `${path} ${treatmentSentences[treatment]}.`,
  );
  const misfitLines = Object.entries(refused).map(([misfit, count]) => {
    const sentence = misfitSentences[misfit as keyof typeof misfitSentences];
    return `${count} rows ${sentence}.`;
  });
  const hasSeveralPartitions =
    refused.partition || changed.some(({ treatment }) => treatment === "onePartition");
  return [...changedLines, ...misfitLines, ...(hasSeveralPartitions ? stepsToOnePartition : [])];
};

/** Notes that are no refusal: a site may retire a category while rows have it (docs/deploy.md). */
export const notesOf = ({ misfits: { category } }: TableCheck): string[] =>
  category === undefined
    ? []
    : [
        `Note: ${category} rows are of a category that attachment.categories lacks: it can be taken out, not added or moved.`,
      ];

/** Why a repair with this profile is refused: the deployed functions may not have its rules yet. */
export const repairRefusal = (differing: readonly DifferingAnswer[]): string =>
  [
    "Nothing was repaired: the table remembers another profile.",
    ...differing.map(
      ({ path, before, now = "no such answer" }) =>
        `  ${path}: the profile has ${now}, the table ${before}`,
    ),
    "Deploy this profile first: `npm run table -- check` says what it needs, and docs/change-a-site.md in what order.",
  ].join("\n");
