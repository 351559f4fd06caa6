import { routesOf } from "../routes.ts";
import type { Site } from "../site/schema.ts";

/** The headers that let a page of the site's other origin read an answer; none where the site has no other origin. No cookies are used. */
export const crossOrigin = ({
  origin,
  extensions: { replayed },
}: Site): Readonly<Record<string, string>> =>
  origin
    ? {
        "access-control-allow-origin": origin,
        "access-control-expose-headers": [
          ...(replayed ? [replayed] : []),
          "Retry-After",
          "Date",
        ].join(", "),
      }
    : {};

/** What a browser is told that asks, without credentials, whether a page of another origin may send a request. */
export type Preflight = {
  readonly origin: string;
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly seconds: number;
};

/** The answer of a site with another origin: the methods of its routes, and what a request of its client carries. */
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
