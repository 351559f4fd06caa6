import * as z from "zod";

/** The cost of changing an answer after the first deployment; docs/change-a-site.md has the steps. */
export const changeCosts = {
  free: "nothing",
  clients: "clients must follow; `npm run docs -- --changes` lists how",
  scanners: "scanners need a new package (`npm run client`)",
  erp: "check the views first (`npm run site:check`)",
  repair: "stop traffic, repair all counters, then deploy",
  drain:
    "every scanner sends its waiting scans first, and open pages are closed; an addition needs nothing",
  area: "the audit moves rows, outside working hours",
  wider: "nothing if wider; narrower only if all recorded rows fit",
  longer: "nothing if longer; the stored data of a removed entry stays",
  name: "a new stack, with an empty table unless you give it the old one",
  never: "not possible: open another site",
} as const;
export type ChangeCost = keyof typeof changeCosts;

/** A question of the site schema: the section of the specification that leaves the point open, and what a later change costs. */
export type OpenPoint = {
  readonly section: `§${number}`;
  readonly question: `${string}?`;
  readonly change: ChangeCost;
  /** Answers other than demo's, so that there is one of each kind. */
  readonly examples: readonly unknown[];
};

/** Marks a part of the site profile as the answer to one open point of the specification. */
export const askQuestion = <Type extends z.ZodType>(
  section: OpenPoint["section"],
  question: OpenPoint["question"],
  type: Type,
  change: ChangeCost,
  ...examples: z.input<Type>[]
): Type => type.meta({ section, question, change, examples } satisfies OpenPoint) as Type;

/** The meaning of an answer, or the reason for its limit; for the documentation. */
export const withNote = <Type extends z.ZodType>(type: Type, note: string): Type =>
  type.meta({ note }) as Type;

/** An answer, or `false` where the site wants none of it. */
export const orFalse = <Type extends z.ZodType>(type: Type) => z.union([z.literal(false), type]);

/** Text that fits a pattern; `meaning` ends the sentence "must be …" in place of the pattern. */
export const textLike = (pattern: RegExp, meaning: string): z.ZodString =>
  z.string(`must be ${meaning}`).regex(pattern, `must be ${meaning}`);

/** A name that JavaScript treats apart: an object loses it on the way, and with it what the site asked for. */
export const apartName = "__proto__";
export const apartNameFault = `"${apartName}" cannot be a name, because JavaScript would drop it`;

/** Text that becomes a name in requests, answers or rows. */
export const nameOf = (text: z.ZodString): z.ZodString =>
  text.refine((name) => name !== apartName, apartNameFault);

/** The most seconds that the site schema accepts. */
export const tenYearsInSeconds = 10 * 365 * 86_400;

/** An answer of one type for each name. */
export const answerForEach = <Name extends string, Type extends z.ZodType>(
  names: readonly Name[],
  type: Type,
) => z.strictObject(Object.fromEntries(names.map((name) => [name, type])) as Record<Name, Type>);

/** One of several words, each with what it means. */
export const choiceOf = <Word extends string>(meanings: Readonly<Record<Word, string>>) => {
  const words = Object.keys(meanings) as Word[];
  const wordList = words.map((word) => `"${word}" (${meanings[word]})`).join(" or ");
  return withNote(z.enum(words, `must be ${wordList}`), wordList);
};
