import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { keyHeaderOf } from "#lib/site/wire-names.ts";

/** The answer to a CORS preflight, in which a browser asks whether a page of another origin may send a request; `undefined` without one. */
export const preflightOf = (site: Site) => {
  const { origin } = site;
  if (!origin) return undefined;
  return {
    origin,
    methods: [...new Set(routesOf(site).map(({ method }) => method))],
    headers: ["Content-Type", "X-Api-Key", "Authorization", keyHeaderOf(site) || []].flat(),
    // No browser keeps the answer for longer.
    seconds: 7_200,
  };
};
