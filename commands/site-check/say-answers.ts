import { inspect } from "node:util";
import { originsOf } from "#lib/site/convention.ts";
import type { Site } from "#lib/site/schema.ts";

/** Prints every answer with its origin, those of a part within a part in one line; of the pages' words only the languages. */
export const sayAnswers = (site: Site): void => {
  const { pages } = site;
  const answers = originsOf({
    ...site,
    pages: pages && { ...pages, words: pages.words.map(({ lang }) => lang) },
  });
  const lines = Map.groupBy(answers, ({ path, convention = "the profile" }) => {
    const parent = path.replace(/\.[^.]*$/, "");
    return `${parent.includes(".") ? parent : path}\n${convention}`;
  });
  for (const [key, parts] of lines) {
    const [at = "", origin] = key.split("\n");
    const named = parts.map(({ path, answer }) => [path.slice(at.length + 1), answer] as const);
    const shown = parts[0]?.path === at ? parts[0].answer : Object.fromEntries(named);
    console.log(`  ${at} ${inspect(shown, { breakLength: Infinity, compact: true })} — ${origin}`);
  }
};
