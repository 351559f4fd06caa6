import type { Site } from "#lib/site/schema.ts";
import { preflightOf } from "../stack/preflight.ts";
import { answerOf } from "./answer.ts";
import type { OpenFiles } from "./open-files.ts";

/** Answers the question of a browser at every address, as the deployed gateway does, where the site has another origin. */
export const preflightAnswers = (site: Site): OpenFiles => {
  const preflight = preflightOf(site);
  return async ({ method }) => {
    if (!preflight || method !== "OPTIONS") return undefined;
    const headers = {
      "access-control-allow-origin": preflight.origin,
      "access-control-allow-methods": preflight.methods.join(","),
      "access-control-allow-headers": preflight.headers.join(","),
      "access-control-max-age": String(preflight.seconds),
    };
    return answerOf({ statusCode: 204, headers, body: "" }, "local");
  };
};
