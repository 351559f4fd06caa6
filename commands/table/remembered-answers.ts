import type { Site } from "#lib/site/schema.ts";

/** What a table remembers of the site that wrote it: the site's answers as text, by their paths in the profile. */
export type RememberedAnswers = Readonly<Record<string, string>>;

/**
 * A changed answer is either not possible with this table (`refused`), or needs a step before the deployment. 0.2.0 alone can do the step
 * of `onePartition`.
 */
export type AnswerTreatment = "refused" | "repair" | "drain" | "onePartition";

const treatmentByPath = {
  "formats.quantity.decimals": "refused",
  "attachment.cap": "repair",
  "attachment.realEvidence": "repair",
  "attachment.flipsBack": "repair",
  "attachment.offShelfIsLocated": "repair",
  "box.beyondOrdered": "repair",
  "extensions.idempotencyKey": "drain",
} as const satisfies Record<string, AnswerTreatment>;

/** 0.2.0 remembers this answer, and no profile has it now. */
const shardsPath = "location.shards";

type AnswerPath = keyof typeof treatmentByPath | typeof shardsPath;

/** The header of a key as 0.2.0 stores it: so neither the upgrade nor the way back is a change of the answer. */
const siteAsStored = ({ extensions, ...site }: Site) => {
  const { idempotencyKey: header } = extensions;
  return { ...site, extensions: { ...extensions, idempotencyKey: header && { header } } };
};

const answerAt = (site: object, path: string): unknown =>
  path.split(".").reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], site);

/** The answers of a site that shape what is written, but that no single row shows. */
export const answersOf = (site: Site): RememberedAnswers =>
  Object.fromEntries(
    Object.keys(treatmentByPath).map((path) => [
      path,
      JSON.stringify(answerAt(siteAsStored(site), path)),
    ]),
  );

/** With one shard 0.2.0 has the keys of this version, so both may run at once. */
const isOneShard = (answer: string): boolean => {
  const { write, read } = JSON.parse(answer) as { write: number; read: number[] };
  return [write, ...read].every((count) => count === 1);
};

/** An answer of a profile that differs from the one that the table remembers. */
export type DifferingAnswer = {
  readonly path: AnswerPath;
  readonly before: string;
  readonly now: string | undefined;
};

/** Every answer that differs from the remembered one. */
export const differingAnswers = (remembered: RememberedAnswers, site: Site): DifferingAnswer[] => {
  const answers = answersOf(site);
  return Object.entries(remembered).flatMap(([path, before]) => {
    const now = answers[path];
    const differs =
      path === shardsPath ? !isOneShard(before) : path in treatmentByPath && now !== before;
    return differs ? [{ path: path as AnswerPath, before, now }] : [];
  });
};

/** The same, each with what it needs. */
export const changedAnswers = (
  remembered: RememberedAnswers,
  site: Site,
): { readonly path: AnswerPath; readonly treatment: AnswerTreatment }[] =>
  differingAnswers(remembered, site).map(({ path }) => ({
    path,
    treatment: path === shardsPath ? "onePartition" : treatmentByPath[path],
  }));
