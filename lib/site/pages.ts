import * as z from "zod";
import type { PageWords } from "../page/words.ts";
import { ask, noted, orFalse, said } from "./ask.ts";
import { Path } from "./path.ts";

const isSaid = (words: unknown): boolean =>
  typeof words === "object" && words !== null
    ? Object.values(words).every(isSaid)
    : typeof words === "string" && words !== "";

/** Their shape is the compiler's to check; here only that nothing is empty. */
const Words = said(
  z.custom<PageWords>((words) => typeof words === "object" && isSaid(words)),
  "the pages' words, none of them empty, such as those of pages/words/en.ts",
);

export const Pages = ask(
  "§4",
  "On which path are the pages for worker and supervisor served, with which words, if the site has any (they need API keys)?",
  orFalse(z.strictObject({ path: Path, words: Words })),
  "free",
  false,
);

/** As browsers write it: no path, no slash at the end, no port that is the scheme's own. */
const isOrigin = (text: string) => /^https?:/.test(text) && URL.parse(text)?.origin === text;

export const Origin = ask(
  "§4",
  "From which other origin may pages in a browser call the service: one, any (`*`), or none?",
  z.union([
    noted(z.literal(false), "none"),
    said(
      z.string().refine((text) => text === "*" || isOrigin(text)),
      'an origin as browsers write it, such as "https://pages.example.org", or "*" for any',
    ),
  ]),
  "free",
  "https://pages.example.org",
);
