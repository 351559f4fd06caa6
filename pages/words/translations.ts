import type { PlaceholderIn } from "#lib/errors.ts";

/** A text in English, German and simplified Chinese. */
type TranslatedText = `${string} | ${string} | ${string}`;
type TranslatedTexts = { readonly [Name in string]: TranslatedText | TranslatedTexts };
type LanguageParts<Own> = Own extends `${infer En} | ${infer De} | ${infer Zh}`
  ? [En, De, Zh]
  : never;

type SamePlaceholders<Own> = Own extends string
  ? [PlaceholderIn<Own>] extends [
      PlaceholderIn<LanguageParts<Own>[0]> &
        PlaceholderIn<LanguageParts<Own>[1]> &
        PlaceholderIn<LanguageParts<Own>[2]>,
    ]
    ? Own
    : { readonly mustName: PlaceholderIn<Own> }
  : { readonly [Name in keyof Own]: SamePlaceholders<Own[Name]> };

/** Each text in every language: a missing one, or one with other placeholders, does not compile. */
export const defineTranslations = <const Own extends TranslatedTexts>(
  texts: Own & SamePlaceholders<Own>,
): Own => texts;

/** The same texts in one language. */
export type InLanguage<Own, At extends 0 | 1 | 2> = Own extends string
  ? LanguageParts<Own>[At]
  : { readonly [Name in keyof Own]: InLanguage<Own[Name], At> };
