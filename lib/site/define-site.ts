import { checkSite } from "#check-site";
import type { Site } from "./schema.ts";

/**
 * Makes a site profile, and checks what types cannot see.
 * @throws Error that lists every fault
 */
export const defineSite = (site: Site): Site => {
  checkSite(site);
  return site;
};
