import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";

/** What a browser is told that asks, without credentials, whether a page of another origin may send a request. */
export type Preflight = {
  readonly origin: string;
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly seconds: number;
};

/** `undefined` without another origin. */
export const preflightOf = (site: Site): Preflight | undefined => {
  const { origin, extensions } = site;
  if (!origin) return undefined;
  const key =
    extensions.idempotencyKey && "header" in extensions.idempotencyKey
      ? [extensions.idempotencyKey.header]
      : [];
  return {
    origin,
    methods: [...new Set(routesOf(site).map(({ method }) => method))],
    headers: ["Content-Type", "X-Api-Key", "Authorization", ...key],
    // No browser keeps the answer for longer.
    seconds: 7_200,
  };
};
