import * as z from "zod";
import type { PageWords } from "../page/words.ts";
import { ask } from "./ask.ts";
import { Path } from "./path.ts";

const said = (words: unknown): boolean =>
  typeof words === "object" && words !== null ? Object.values(words).every(said) : typeof words === "string" && words !== "";

/** Their shape is the compiler's to check; here only that nothing is empty. */
const Words = z.custom<PageWords>((words) => typeof words === "object" && said(words), { error: "has a word that is empty" });

export const Pages = ask(
  "§4",
  "On which path are the pages for worker and supervisor served, with which words, if the site has any (they need API keys)?",
  z.union([z.literal(false), z.strictObject({ path: Path, words: Words })]),
);

/** As browsers write it: no path, no slash at the end, no port that is the scheme's own. */
const isOrigin = (text: string) => /^https?:/.test(text) && URL.parse(text)?.origin === text;

export const Origin = ask(
  "§4",
  "From which other origin may pages in a browser call the service: one, any (`*`), or none?",
  z.union([
    z.literal(false),
    z.string().refine((text) => text === "*" || isOrigin(text), { error: "must be such as https://pages.example.org, or *" }),
  ]),
);
