import { placesPartition } from "#lib/store/keys.ts";
import type { IndexMisfit, TableCheck } from "./check-table.ts";
import type { AnswerTreatment, DifferingAnswer } from "./remembered-answers.ts";

const treatmentSentences: Readonly<Record<AnswerTreatment, string>> = {
  refused:
    "differs from the table's and cannot be changed, because recorded quantities would change their meaning",
  repair:
    "changed: close the stage, then `npm run table -- apply`, `npm run deploy`, `npm run audit -- --repair --yes`",
  drain:
    "changed: let the scanners send all waiting scans first, or a scan that is sent again counts twice",
  onePartition: "has more than one shard of 0.2.0, and this version reads only the first",
};

const misfitSentences: Readonly<Record<Exclude<IndexMisfit, "category">, string>> = {
  partition: `are outside of ${placesPartition}, the only partition of places, so lists would miss them`,
  area: "have another area than location.area gives, so lists would miss them",
  zongpai: "have a zongpai that formats.zongpai refuses, so no request could name it",
  boxNo: "are in a box whose number formats.boxNo refuses, so no request could name the box",
  location: "have a location that formats.location refuses, so no request could name it",
  command:
    "have the code of a command label, so the worker's page would touch a key and not scan them",
};

/**
 * How 0.2.0 moves the rows of all its shards into the first shard. Its audit moves the stored refusals only if `read` is 1. Until the next
 * deployment, its functions still read every shard.
 */
const stepsToOnePartition = [
  "Version 0.2.0 moves the rows into its first shard while the service runs (docs/upgrade.md). Skip the steps that are done:",
  "  1. git switch --detach v0.2.0 && npm ci",
  "  2. Add 1 to `read` of location.shards in the profile, such as { write: 4, read: [4, 1] }: npm run deploy -- <stage> --site <site>",
  "  3. Set `write` to 1, { write: 1, read: [4, 1] }, and deploy again.",
  "  4. Move the places: npm run audit -- --site <site> --table <TableName> --repair --yes",
  "  5. Set `read` to only 1, { write: 1, read: [1] }. Run the command of step 4 again, which now moves the kept refusals, and deploy again.",
  "  6. Switch to this version, remove location.shards from the profile, and deploy.",
  "A stage on a laptop needs only npm run audit -- --repair --yes, with the options that npm start prints.",
];

/** A line for each fault of a profile; none if the profile may be deployed. */
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

/** Notes without a refusal. A site may retire a category while rows have it (docs/deploy.md). */
export const notesOf = ({ misfits: { category } }: TableCheck): string[] =>
  category === undefined
    ? []
    : [
        `Note: ${category} rows have a category that attachment.categories does not have. Workers can take it out, but not add or move it.`,
      ];

/** Explains why a repair with this profile is refused: the deployed functions may not have its rules yet. */
export const repairRefusal = (differing: readonly DifferingAnswer[]): string =>
  [
    "Nothing was repaired, because the table remembers another profile.",
    ...differing.map(
      ({ path, before, now = "no such answer" }) =>
        `  ${path}: the profile has ${now}, the table ${before}`,
    ),
    "Deploy this profile first: `npm run table -- check` lists the steps, and docs/change-a-site.md gives their order.",
  ].join("\n");
