import { answersIn } from "./error-rules.ts";
import type { Site } from "./schema.ts";

/** The conditions for which a site has no message of its own, by their paths in the profile: they are told in the default's words, in English. */
export const defaultMessages = (site: Pick<Site, "errors">): string[] =>
  answersIn(site).flatMap(({ path, answer }) => (answer.message === undefined ? [path] : []));
