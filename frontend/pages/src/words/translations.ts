import type { PlaceholderIn } from "#lib/errors.ts";

/** A text in English, German and simplified Chinese. */
type TranslatedText = `${string} | ${string} | ${string}`;
type TranslatedTexts = { readonly [Name in string]: TranslatedText | TranslatedTexts };
type LanguageParts<Text> = Text extends `${infer En} | ${infer De} | ${infer Zh}`
  ? [En, De, Zh]
  : never;

type SamePlaceholders<Texts> = Texts extends string
  ? [PlaceholderIn<Texts>] extends [
      PlaceholderIn<LanguageParts<Texts>[0]> &
        PlaceholderIn<LanguageParts<Texts>[1]> &
        PlaceholderIn<LanguageParts<Texts>[2]>,
    ]
    ? Texts
    : { readonly mustName: PlaceholderIn<Texts> }
  : { readonly [Name in keyof Texts]: SamePlaceholders<Texts[Name]> };

/** Checks at compile time that each text has all languages, with the same placeholders. */
export const defineTranslations = <const Texts extends TranslatedTexts>(
  texts: Texts & SamePlaceholders<Texts>,
): Texts => texts;

/** The same texts in one language. */
export type InLanguage<Texts, At extends 0 | 1 | 2> = Texts extends string
  ? LanguageParts<Texts>[At]
  : { readonly [Name in keyof Texts]: InLanguage<Texts[Name], At> };
