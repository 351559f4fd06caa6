import type { PlaceholderIn } from "../../../../lib/errors.ts";
import type { en } from "./languages.ts";

type LanguageText<English> = English extends string
  ? string
  : { readonly [Name in keyof English]: LanguageText<English[Name]> };

/** Every word that the pages of a site say in one language. */
export type PageWords = LanguageText<typeof en> & {
  /** The site's own names, such as those of its categories, in this language if its profile uses another. */
  readonly names?: Readonly<Record<string, string>>;
};

type CompleteWords<English, Own> = English extends string
  ? [PlaceholderIn<Own>, PlaceholderIn<English>] extends [
      PlaceholderIn<English>,
      PlaceholderIn<Own>,
    ]
    ? Own
    : { readonly mustName: PlaceholderIn<English> }
  : {
      readonly [Name in keyof English]: Name extends keyof Own
        ? CompleteWords<English[Name], Own[Name]>
        : never;
    };

/** Words of another language: a missing one, or one with other placeholders, does not compile. */
export const wordsOf = <const Own extends PageWords>(
  words: Own & CompleteWords<typeof en, Own>,
): PageWords => words;
