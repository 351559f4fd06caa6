import * as z from "zod";
import type { PageWords } from "../page/words.ts";
import { ask, noted, orFalse, text } from "./ask.ts";

const segments =
  "segments of letters, digits, underscores and hyphens, each after a slash, such as";
const Path = text(/^(\/[A-Za-z0-9_-]+)+$/, `${segments} "/V1/box_info"`);

/** Whether a path is the one above, or lies below it. */
export const isWithin = (path: string, above: string): boolean =>
  `${path}/`.startsWith(`${above}/`);

export const BasePath = text(/^(\/[A-Za-z0-9_-]+)*$/, `"", or ${segments} "/v1"`);

const chosen = <Method extends string>(...methods: readonly Method[]) =>
  z.strictObject({ method: z.enum(methods), path: Path });

const Written = orFalse(chosen("POST", "PUT", "PATCH"));

export const Routes = ask(
  "§4",
  "Where are the overview (paicha), the edit and deletion of assignments, and the extensions, if at all?",
  z.strictObject({
    history: noted(orFalse(Path), "what happened to goods; each write costs one unit more"),
    refusals: noted(
      orFalse(Path),
      "the last day's refused scans; each that is kept costs one unit more",
    ),
    counts: noted(orFalse(Path), "how much is in each area"),
    overview: Path,
    editBox: chosen("PATCH", "PUT", "POST"),
    deleteBox: orFalse(chosen("DELETE", "POST")),
    goodsStatus: noted(orFalse(Path), "all about one zongpai"),
    boxStatus: noted(orFalse(Path), "the attachments that a box still misses"),
    move: noted(Written, "from one box into another"),
    boxLocation: noted(Written, "registers where a box stands; its goods keep their own places"),
    clear: noted(Written, "takes what left off the map"),
    deleteFields: noted(z.enum(["query", "body"]), "where deletions take their fields from"),
  }),
  "clients",
);

const isWorded = (words: unknown): boolean =>
  typeof words === "object" && words !== null
    ? Object.values(words).every(isWorded)
    : typeof words === "string" && words !== "";

/** The compiler checks their shape. */
const Words = z.custom<PageWords>(
  (words) => typeof words === "object" && isWorded(words),
  "must be words such as those of pages/words, none of them empty",
);
const Languages = z
  .tuple([Words], Words)
  .refine(
    (all) => new Set(all.map(({ lang }) => lang)).size === all.length,
    "must have each language once",
  );

export const Pages = ask(
  "§4",
  "On which path, in which languages, are the pages for worker and supervisor, if the site has any?",
  orFalse(
    z.strictObject({
      path: Path,
      words: noted(Languages, "the first is that of a device whose language is none of them"),
    }),
  ),
  "free",
  false,
);

/** As browsers write it: no path, no slash at the end, no port that is the scheme's own. */
const isOrigin = (text: string) => /^https?:/.test(text) && URL.parse(text)?.origin === text;

export const Origin = ask(
  "§4",
  "From which other origin may pages in a browser call the service: one, any (`*`), or none?",
  z.union(
    [z.literal(false), z.string().refine((text) => text === "*" || isOrigin(text))],
    'must be false, an origin as browsers write it, such as "https://pages.example.org", or "*" for any',
  ),
  "free",
  "https://pages.example.org",
);
