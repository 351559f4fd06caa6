import type { Placeholder } from "#lib/errors.ts";

type Row = readonly [en: string, de: string, zh: string];
type Texts = { readonly [Name in string]: Row | Texts };

type Alike<Own> = Own extends readonly [infer En, infer De, infer Zh]
  ? [Placeholder<En>, Placeholder<En>, Placeholder<De | Zh>] extends [
      Placeholder<De>,
      Placeholder<Zh>,
      Placeholder<En>,
    ]
    ? Own
    : { readonly mustName: Placeholder<En> }
  : { readonly [Name in keyof Own]: Alike<Own[Name]> };

/** Each text in every language: a missing one, or one with other placeholders, does not compile. */
export const alike = <const Own extends Texts>(texts: Own & Alike<Own>): Own => texts;

/** The same texts in one language. */
export type InLanguage<Own, At extends number> = Own extends readonly string[]
  ? Own[At]
  : { readonly [Name in keyof Own]: InLanguage<Own[Name], At> };
