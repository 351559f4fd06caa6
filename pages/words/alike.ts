import type { Placeholder } from "#lib/errors.ts";

/** A text in English, German and simplified Chinese. */
type Row = `${string} | ${string} | ${string}`;
type Texts = { readonly [Name in string]: Row | Texts };
type Parts<Own> = Own extends `${infer En} | ${infer De} | ${infer Zh}` ? [En, De, Zh] : never;

type Alike<Own> = Own extends string
  ? [Placeholder<Own>] extends [
      Placeholder<Parts<Own>[0]> & Placeholder<Parts<Own>[1]> & Placeholder<Parts<Own>[2]>,
    ]
    ? Own
    : { readonly mustName: Placeholder<Own> }
  : { readonly [Name in keyof Own]: Alike<Own[Name]> };

/** Each text in every language: a missing one, or one with other placeholders, does not compile. */
export const alike = <const Own extends Texts>(texts: Own & Alike<Own>): Own => texts;

/** The same texts in one language. */
export type InLanguage<Own, At extends 0 | 1 | 2> = Own extends string
  ? Parts<Own>[At]
  : { readonly [Name in keyof Own]: InLanguage<Own[Name], At> };
