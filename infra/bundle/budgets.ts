import { usesTable } from "#lib/route-row.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Planned } from "./entries.ts";

/**
 * How many bytes the bundle of a function may have. The size decides most of a cold start: all of it is read, compiled and run before the
 * first answer. With a budget, a dependency that slips in is noticed by the build, and not by a waiting scanner.
 */
const withoutStore = 90_000;
const withStore = 250_000;
/** With the store, and the ERP's SQLite file or the way to the look-up function. */
const asking = 265_000;
/** The look-up function: the drivers of MySQL and SQL Server alone have 0.8 and 1 MB, most of it character sets and tables. */
const withDriver: Readonly<Record<Site["erp"]["dialect"], number>> = {
  sqlite: withoutStore,
  postgresql: 130_000,
  mysql: 950_000,
  mssql: 1_100_000,
};

/** What each further route may add to a function of several: its schemas, its verb, a store of its own. */
const furtherRoute = 4_000;

const ownBudget = (site: Site, access: Planned["access"], asksErp: boolean): number => {
  if (access) return access.erp ? asking : usesTable(access) ? withStore : withoutStore;
  return asksErp ? withDriver[site.erp.dialect] : withoutStore;
};

/** The budget of a function in bytes. */
export const budgetOf = (site: Site, { access, asksErp, events }: Omit<Planned, "id" | "entry">): number =>
  ownBudget(site, access, asksErp) + (events.length - 1) * furtherRoute;

const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

/** A sentence for each bundle that is too large; a kB has 1,000 bytes. */
export const overBudget = (sizes: readonly { readonly id: string; readonly bytes: number; readonly budget: number }[]): string[] =>
  sizes
    .filter(({ bytes, budget }) => bytes > budget)
    .map(({ id, bytes, budget }) => `The bundle of ${id} has ${kB(bytes)}; its budget is ${kB(budget)}.`);
