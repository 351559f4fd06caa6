import type { IndexMisfit, TableCheck } from "./check-table.ts";
import type { AnswerTreatment, DifferingAnswer } from "./remembered-answers.ts";
import type { ChangedName } from "./remembered-names.ts";

const treatmentSentences: Readonly<Record<AnswerTreatment, string>> = {
  refused:
    "differs from the table's and cannot be changed, because recorded quantities would change their meaning",
  repair:
    "changed: close the stage, then `npm run table -- apply`, `npm run deploy`, `npm run audit -- --repair --yes`",
  drain:
    "changed: let the scanners send all waiting scans first, or a scan that is sent again counts twice",
};

const misfitSentences: Readonly<Record<Exclude<IndexMisfit, "category">, string>> = {
  area: "have another area than location.area gives, so lists would miss them",
  zongpai: "have a zongpai that formats.zongpai refuses, so no request could name it",
  boxNo: "are in a box whose number formats.boxNo refuses, so no request could name the box",
  location: "have a location that formats.location refuses, so no request could name it",
  command:
    "have the code of a command label, so the worker's page would touch a key and not scan them",
};

const nameLine = ({ what, before, now }: ChangedName) =>
  `  ${what}: the table remembers "${before}", ${now === undefined ? "the profile has none" : `the profile has "${now}"`}`;

const renamedLines = (renamed: readonly ChangedName[]): string[] =>
  renamed.length === 0
    ? []
    : [
        "Names or paths changed. A page that is open keeps sending the old ones, and each of its scans would be refused:",
        ...renamed.map(nameLine),
        "  Let the scanners send all waiting scans, and close the pages on every device first.",
      ];

/** A line for each fault of a profile; none if the profile may be deployed. */
export const refusalsOf = ({ changed, renamed, misfits }: TableCheck): string[] => {
  const { category: _, ...refused } = misfits;
  const changedLines = changed.map(
    ({ path, treatment }) => `${path} ${treatmentSentences[treatment]}.`,
  );
  const misfitLines = Object.entries(refused).map(([misfit, count]) => {
    const sentence = misfitSentences[misfit as keyof typeof misfitSentences];
    return `${count} rows ${sentence}.`;
  });
  return [...changedLines, ...renamedLines(renamed), ...misfitLines];
};

/** Says that another site wrote the table, which is right only after a profile got another `name`. */
export const otherSiteNote = ({ writtenBy }: Pick<TableCheck, "writtenBy">): string[] =>
  writtenBy === undefined ? [] : [`This table was written by the site ${writtenBy}.`];

/** Notes without a refusal. A site may retire a category while rows have it (docs/deploy.md). */
export const notesOf = ({ misfits: { category }, isKeyNewlyRequired }: TableCheck): string[] => [
  ...(category === undefined
    ? []
    : [
        `Note: ${category} rows have a category that attachment.categories does not have. Workers can take it out, but not add or move it.`,
      ]),
  ...(isKeyNewlyRequired
    ? [
        "Note: extensions.idempotencyKey now requires a key: clients that send no key will be refused.",
      ]
    : []),
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
