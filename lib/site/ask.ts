import type * as z from "zod";

/** What the docs print beside an answer: the section that leaves the point open, and the question for the site. */
export type OpenPoint = { readonly section: string; readonly question: string };

/** Marks a part of the site profile as the answer to one open point of the specification. */
export const ask = <Type extends z.ZodType>(section: string, question: string, type: Type): Type =>
  type.meta({ section, question } satisfies OpenPoint) as Type;
