import type { Site } from "#lib/site/schema.ts";

/** The answers of the site that wrote a table, as text, by path in the profile. The table stores them. */
export type RememberedAnswers = Readonly<Record<string, string>>;

/**
 * The step that a changed answer needs before the deployment. `refused`: no step helps. `onePartition`: only version 0.2.0 can do this
 * step.
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

/** An answer that only 0.2.0 stores. No current profile has it. */
const shardsPath = "location.shards";

type AnswerPath = keyof typeof treatmentByPath | typeof shardsPath;

/** The site with the header of a key in the form that 0.2.0 stores, so that neither an upgrade nor a downgrade changes the answer. */
const siteAsStored = ({ extensions, ...site }: Site) => {
  const { idempotencyKey: header } = extensions;
  return { ...site, extensions: { ...extensions, idempotencyKey: header && { header } } };
};

const answerAt = (site: object, path: string): unknown =>
  path.split(".").reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], site);

/** The answers of a site that affect what is written, but that no single row shows. */
export const answersOf = (site: Site): RememberedAnswers =>
  Object.fromEntries(
    Object.keys(treatmentByPath).map((path) => {
      const answer = answerAt(siteAsStored(site), path);
      return [path, JSON.stringify(answer)];
    }),
  );

/** Whether an answer of 0.2.0 has one shard. Then its keys are the same as in this version, so both versions may run at once. */
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
    const isChanged = path in treatmentByPath && now !== before;
    const differs = path === shardsPath ? !isOneShard(before) : isChanged;
    return differs ? [{ path: path as AnswerPath, before, now }] : [];
  });
};

/** Every answer that differs, with the step that it needs. */
export const changedAnswers = (
  remembered: RememberedAnswers,
  site: Site,
): { readonly path: AnswerPath; readonly treatment: AnswerTreatment }[] =>
  differingAnswers(remembered, site).map(({ path }) => ({
    path,
    treatment: path === shardsPath ? "onePartition" : treatmentByPath[path],
  }));
