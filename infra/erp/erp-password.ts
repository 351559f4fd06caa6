import type { Site } from "#lib/site/schema.ts";

/** The module for `#erp-password` on a site. Only if the site names a secret, a bundle holds the client that reads one. */
export const passwordModule = ({ erp }: Site): URL => {
  const secret = erp.connection && "secret" in erp.connection.password;
  return new URL(`../../lib/erp/password-${secret ? "secret" : "environment"}.ts`, import.meta.url);
};
