import { checkSite } from "#check-site";
import type { Site } from "./schema.ts";

/**
 * Makes a site profile: a missing or misspelt answer does not compile, and what types cannot see is refused when the file
 * loads. A function's bundle carries the answers only: they were checked when it was built.
 * @throws Error that lists every answer to mend
 */
export const defineSite = (site: Site): Site => {
  checkSite(site);
  return site;
};
