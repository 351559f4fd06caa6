import type { Site } from "#lib/site/schema.ts";

/** What a table remembers of the site that wrote it: the site's answers as text, by their paths in the profile. */
export type Answers = Readonly<Record<string, string>>;

/** What a changed answer needs: `refused` is not possible with this table; `repair` and `drain` must be done first. */
export type Treatment = "refused" | "repair" | "drain" | "shards";

const treatments = {
  "formats.quantity.decimals": "refused",
  "attachment.cap": "repair",
  "attachment.realEvidence": "repair",
  "attachment.flipsBack": "repair",
  "attachment.offShelfIsLocated": "repair",
  "box.beyondOrdered": "repair",
  "extensions.idempotencyKey": "drain",
  "location.shards": "shards",
} as const satisfies Record<string, Treatment>;

type Path = keyof typeof treatments;

const answerAt = (site: Site, path: string): unknown =>
  path.split(".").reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], site);

/** The answers of a site that shape what is written, but that no single row shows. */
export const answersOf = (site: Site): Answers =>
  Object.fromEntries(
    Object.keys(treatments).map((path) => [path, JSON.stringify(answerAt(site, path))]),
  );

type Shards = Site["location"]["shards"];

/** During a deployment the functions of the old and the new profile run at once: each must read what the other writes. */
const shardsApart = (before: string, { read, write }: Shards): boolean => {
  const was = JSON.parse(before) as Shards;
  return !read.includes(was.write) || !was.read.includes(write);
};

/** An answer of a profile that differs from the one that the table remembers. */
export type DifferingAnswer = {
  readonly path: Path;
  readonly before: string;
  readonly now: string | undefined;
};

/** Every answer that differs from the remembered one. */
export const differingAnswers = (remembered: Answers, site: Site): DifferingAnswer[] => {
  const answers = answersOf(site);
  return Object.entries(remembered).flatMap(([path, before]) => {
    const now = answers[path];
    return path in treatments && now !== before ? [{ path: path as Path, before, now }] : [];
  });
};

/** Those that need more than a deployment. */
export const changedAnswers = (remembered: Answers, site: Site) =>
  differingAnswers(remembered, site).flatMap(({ path, before }) => {
    const treatment: Treatment = treatments[path];
    return treatment === "shards" && !shardsApart(before, site.location.shards)
      ? []
      : [{ path, treatment }];
  });
