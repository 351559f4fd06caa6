import * as z from "zod";

/** What an answer costs that is changed after the first deployment; docs/change-a-site.md has the steps. */
export const changes = {
  free: "nothing: the next deployment has it",
  clients: "clients must follow; `npm run docs -- --changes` lists how",
  scanners: "write the scanner's package anew (`npm run client`)",
  erp: "check the views first (`npm run site:check`)",
  repair: "stop traffic, count everything again, then deploy",
  drain: "every scanner empties its queue first",
  shards: "two deployments",
  area: "outside working hours: rows must move",
  wider: "wider: nothing; narrower: not while recorded rows do not fit",
  longer: "more: nothing; fewer: what is stored of them stays",
  name: "a new stack with an empty table, unless it is given the old table",
  keys: 'to "import": each scanner gets a new key first; to "stack": nothing',
  never: "not possible: open a site of another name",
} as const;
export type Change = keyof typeof changes;

/** What the docs and a refusal tell of an answer: the section that leaves the point open, the question for the site, what a change costs. */
export type OpenPoint = {
  readonly section: `§${number}`;
  readonly question: `${string}?`;
  readonly change: Change;
  /** Answers beside that of the example site, so that there is one of each kind. */
  readonly examples: readonly unknown[];
};

/** Marks a part of the site profile as the answer to one open point of the specification. */
export const ask = <Type extends z.ZodType>(
  section: OpenPoint["section"],
  question: OpenPoint["question"],
  type: Type,
  change: Change,
  ...examples: z.input<Type>[]
): Type => type.meta({ section, question, change, examples } satisfies OpenPoint) as Type;

/** An answer, or `false` where the site wants none of it. */
export const orFalse = <Type extends z.ZodType>(type: Type) => z.union([z.literal(false), type]);

/** Words as a list in a sentence. */
export const anyOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

/** Words about a part of the form: `says` ends the sentence "must be …" in place of words made from the type, `note` stands after it in brackets. */
export type Words = { readonly says?: string; readonly note?: string };

/** Says why a limit is there, or what an answer means. */
export const noted = <Type extends z.ZodType>(type: Type, note: string): Type =>
  type.meta({ note } satisfies Words) as Type;

/** Puts what cannot be made from the type into words. */
export const said = <Type extends z.ZodType>(type: Type, says: string): Type =>
  type.meta({ says } satisfies Words) as Type;

/** Text of a form that only a pattern can tell. */
export const text = (pattern: RegExp, says: string): z.ZodString =>
  said(z.string().regex(pattern), says);

/** One of several words, each with what it means. */
export const choice = <Word extends string>(meanings: Readonly<Record<Word, string>>) => {
  const words = Object.keys(meanings) as Word[];
  return said(z.enum(words), anyOf(words.map((word) => `"${word}" (${meanings[word]})`)));
};
