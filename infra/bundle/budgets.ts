import { usesTable } from "#lib/http/route.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Planned } from "./entries.ts";

/**
 * How many bytes the bundle of a function should have. The size decides most of a cold start: all of it is read, compiled and run before the
 * first answer. The budgets are for this project: its tests hold them for its own sites, so that a dependency that slips in is noticed. For
 * anybody else's site a bundle above its budget is a line of the synthesis, and no refusal.
 */
const withoutStore = 90_000;
const withStore = 260_000;
/** With the store, and the ERP's SQLite file or the way to the look-up function. */
const asking = 275_000;
/** The library that checks tokens. */
const authorizer = 100_000;
/** The look-up function: the drivers of MySQL and SQL Server alone have 0.8 and 1 MB, most of it character sets and tables. */
const withDriver: Readonly<Record<Site["erp"]["dialect"], number>> = {
  sqlite: withoutStore,
  postgresql: 130_000,
  mysql: 950_000,
  mssql: 1_100_000,
};
/** The client of Secrets Manager, in the look-up function of a site whose ERP's password is in a secret. */
const secretReader = 140_000;

/** What each further route may add to a function of several: its schemas, its verb, a store of its own. */
const furtherRoute = 4_000;

const ownBudget = (
  { erp: { dialect, connection } }: Site,
  { id, access, asksErp }: Pick<Planned, "id" | "access" | "asksErp">,
): number => {
  if (access) return access.erp ? asking : usesTable(access) ? withStore : withoutStore;
  if (asksErp)
    return withDriver[dialect] + (connection && "secret" in connection.password ? secretReader : 0);
  return id === "authorizer" ? authorizer : withoutStore;
};

/** The budget of a function in bytes. */
export const budgetOf = (site: Site, planned: Omit<Planned, "entry">): number =>
  ownBudget(site, planned) + (planned.events.length - 1) * furtherRoute;

const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

/** A sentence for each bundle that is above its budget; a kB has 1,000 bytes. */
export const overBudget = (
  bundles: ReadonlyMap<string, { readonly bytes: number; readonly budget: number }>,
): string[] =>
  [...bundles]
    .filter(([, { bytes, budget }]) => bytes > budget)
    .map(
      ([id, { bytes, budget }]) =>
        `The bundle of ${id} has ${kB(bytes)}, above its budget of ${kB(budget)}: it starts more slowly.`,
    );
