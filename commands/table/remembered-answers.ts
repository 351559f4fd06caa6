import type { Site } from "#lib/site/schema.ts";
import { isKeyRequired, keyHeaderOf } from "#lib/site/wire-names.ts";

/** The answers of the site that wrote a table, as text, by path in the profile. The table stores them. */
export type RememberedAnswers = Readonly<Record<string, string>>;

/** The step that a changed answer needs before the deployment. `refused`: no step helps. */
export type AnswerTreatment = "refused" | "repair" | "drain";

const treatmentByPath = {
  "formats.quantity.decimals": "refused",
  "attachment.cap": "repair",
  "attachment.realEvidence": "repair",
  "attachment.flipsBack": "repair",
  "attachment.offShelfIsLocated": "repair",
  "box.beyondOrdered": "repair",
  "extensions.idempotencyKey": "drain",
} as const satisfies Record<string, AnswerTreatment>;

type AnswerPath = keyof typeof treatmentByPath;

/** The site in the form that a table stores: the header of a key is `{ header }`, as in the last release, so that both compare as equal. */
const siteAsStored = ({ extensions, ...site }: Site) => {
  const header = keyHeaderOf({ extensions });
  return { ...site, extensions: { ...extensions, idempotencyKey: header && { header } } };
};

const answerAt = (site: object, path: string): unknown =>
  path.split(".").reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], site);

/** The answers of a site that affect what is written, but that no single row shows. */
export const answersOf = (site: Site): RememberedAnswers =>
  Object.fromEntries([
    ...Object.keys(treatmentByPath).map((path) => {
      const answer = answerAt(siteAsStored(site), path);
      return [path, JSON.stringify(answer)];
    }),
    ...(isKeyRequired(site) ? [[requiredPath, "true"]] : []),
  ]);

/** Remembered only by a site that requires keys; the last release ignores it. */
const requiredPath = "extensions.idempotencyKey.required";

/** Whether clients that send no key were served before, and now are not. */
export const isKeyNewlyRequired = (remembered: RememberedAnswers, site: Site): boolean =>
  "extensions.idempotencyKey" in remembered && !(requiredPath in remembered) && isKeyRequired(site);

/** An answer of a profile that differs from the one that the table remembers. */
export type DifferingAnswer = {
  readonly path: AnswerPath;
  readonly before: string;
  readonly now: string | undefined;
};

/** Every answer that differs from the remembered one, in one order; a table returns its attributes in any order. */
export const differingAnswers = (remembered: RememberedAnswers, site: Site): DifferingAnswer[] => {
  const answers = answersOf(site);
  return (Object.keys(treatmentByPath) as AnswerPath[]).flatMap((path) => {
    const before = remembered[path];
    const now = answers[path];
    return before === undefined || before === now ? [] : [{ path, before, now }];
  });
};

/** Every answer that differs, with the step that it needs. */
export const changedAnswers = (
  remembered: RememberedAnswers,
  site: Site,
): { readonly path: AnswerPath; readonly treatment: AnswerTreatment }[] =>
  differingAnswers(remembered, site).map(({ path }) => ({
    path,
    treatment: treatmentByPath[path],
  }));
