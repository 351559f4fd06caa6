import type { en } from "../../pages/words/languages.ts";
import type { Placeholder } from "../errors.ts";

type Said<English> = English extends string
  ? string
  : { readonly [Name in keyof English]: Said<English[Name]> };

/** Every word that the pages of a site say in one language. */
export type PageWords = Said<typeof en> & {
  /** What the site itself calls things, such as its categories, in this language, where its profile has another one. */
  readonly names?: Readonly<Record<string, string>>;
};

type Filled<English, Own> = English extends string
  ? [Placeholder<Own>, Placeholder<English>] extends [Placeholder<English>, Placeholder<Own>]
    ? Own
    : { readonly mustName: Placeholder<English> }
  : {
      readonly [Name in keyof English]: Name extends keyof Own
        ? Filled<English[Name], Own[Name]>
        : never;
    };

/** Words of another language: a missing one, or one with other placeholders, does not compile. */
export const wordsOf = <const Own extends PageWords>(
  words: Own & Filled<typeof en, Own>,
): PageWords => words;
