import type { Site } from "#lib/site/schema.ts";

/** The module that `#erp-password` means for a site: only where it names a secret does a bundle hold the client that reads one. */
export const passwordModule = ({ erp }: Site): URL => {
  const secret = erp.connection && "secret" in erp.connection.password;
  return new URL(`../../lib/erp/password-${secret ? "secret" : "environment"}.ts`, import.meta.url);
};
