import { checkSite } from "#check-site";
import type { Site } from "./schema.ts";

/**
 * Makes a site profile. A missing or misspelt answer does not compile; what types cannot see is checked when the file is loaded.
 * @throws Error that lists every answer that must be mended
 */
export const defineSite = (site: Site): Site => {
  checkSite(site);
  return site;
};
