import type { PlannedFunction } from "#infra/bundle/entries.ts";
import { usesTable } from "#lib/http/route.ts";
import type { Site } from "#lib/site/schema.ts";

/** In bytes, because most of a cold start is the loading of the bundle. Each bundle has the table of extensions (4 kB). */
const withoutStore = 106_000;
const withStore = 308_000;
/** The look-up function with a database's driver. */
const withDriver: Readonly<Record<Site["erp"]["dialect"], number>> = {
  sqlite: withoutStore,
  postgresql: 140_000,
  mysql: 950_000,
  mssql: 1_100_000,
};
/** The client of Secrets Manager. */
const secretReader = 170_000;
/** The bytes that each further route can add to a function of several. */
const furtherRoute = 4_000;

/** How many bytes the bundle of a function may have. */
export const budgetOf = (
  { erp: { dialect, connection } }: Site,
  { serves, asksErp }: PlannedFunction,
): number => {
  if (serves)
    return (
      (usesTable(serves.access) ? withStore : withoutStore) +
      (serves.routes.length - 1) * furtherRoute
    );
  if (!asksErp) return withoutStore;
  const secret = connection && "secret" in connection.password;
  return withDriver[dialect] + (secret ? secretReader : 0);
};
