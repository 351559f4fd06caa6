import * as z from "zod";
import type { PageWords } from "../../frontend/pages/src/words/page-words.ts";
import { extensionRoutes } from "../extensions.ts";
import { askQuestion, orFalse, textLike, withNote } from "./question.ts";

const segmentsRule =
  "segments of letters, digits, underscores and hyphens, each after a slash, such as";
const UrlPath = textLike(/^(\/[A-Za-z0-9_-]+)+$/, `${segmentsRule} "/V1/box_info"`);

/** Whether a path is the one above, or lies below it. */
export const isPathWithin = (path: string, above: string): boolean =>
  `${path}/`.startsWith(`${above}/`);

export const BasePath = textLike(/^(\/[A-Za-z0-9_-]+)*$/, `"", or ${segmentsRule} "/v1"`);

const addressWithMethod = <Method extends string>(...methods: readonly Method[]) =>
  z.strictObject({ method: z.enum(methods), path: UrlPath });

type RouteRow = {
  readonly methods?: readonly string[];
  readonly note: string;
};

type AddressType<Row extends RouteRow> = Row extends {
  readonly methods: readonly (infer Method extends string)[];
}
  ? ReturnType<typeof addressWithMethod<Method>>
  : typeof UrlPath;

/** The address of an extension, or `false`: a path, and for a write also its method. */
type AddressAnswer<Row extends RouteRow> = z.ZodUnion<
  readonly [z.ZodLiteral<false>, AddressType<Row>]
>;

const addressAnswers = Object.fromEntries(
  Object.entries<RouteRow>(extensionRoutes).map(([name, { methods, note }]) => [
    name,
    withNote(orFalse(methods ? addressWithMethod(...methods) : UrlPath), note),
  ]),
) as { [Name in keyof typeof extensionRoutes]: AddressAnswer<(typeof extensionRoutes)[Name]> };

export const RouteAnswers = askQuestion(
  "§4",
  "What are the paths of the overview (paicha), of the edit and deletion of assignments, and of the extensions, if they are served?",
  z.strictObject({
    overview: UrlPath,
    editBox: addressWithMethod("PATCH", "PUT", "POST"),
    deleteBox: orFalse(addressWithMethod("DELETE", "POST")),
    ...addressAnswers,
    deleteFields: withNote(z.enum(["query", "body"]), "where deletions have their fields"),
  }),
  "drain",
);

const hasNoEmptyWord = (words: unknown): boolean =>
  typeof words === "object" && words !== null
    ? Object.values(words).every(hasNoEmptyWord)
    : typeof words === "string" && words !== "";

/** The compiler checks their shape. */
const LanguageWords = z.custom<PageWords>(
  (words) => typeof words === "object" && hasNoEmptyWord(words),
  "must be words such as those of frontend/pages/src/words, none of them empty",
);
const PageLanguages = z
  .tuple([LanguageWords], LanguageWords)
  .refine(
    (all) => new Set(all.map(({ lang }) => lang)).size === all.length,
    "must have each language once",
  );

export const PageAnswers = askQuestion(
  "§4",
  "What are the path and the languages of the pages for worker and supervisor, if the site has them?",
  orFalse(
    z.strictObject({
      path: UrlPath,
      words: withNote(PageLanguages, "a device that speaks none of these languages gets the first"),
    }),
  ),
  "free",
  false,
);

/** As browsers write it: no path, no slash at the end, no port that is the scheme's own. */
const isOrigin = (text: string) => /^https?:/.test(text) && URL.parse(text)?.origin === text;

const originRule =
  'must be false, an origin as browsers write it, such as "https://pages.example.org", or "*" for any';

export const OriginAnswer = askQuestion(
  "§4",
  "From which other origin may pages in a browser call the service: one, any (`*`), or none?",
  z.union(
    [z.literal(false), z.string().refine((text) => text === "*" || isOrigin(text), originRule)],
    originRule,
  ),
  "free",
  "https://pages.example.org",
);
