import { type Access, usesTable } from "#lib/route-row.ts";
import type { Site } from "#lib/site/schema.ts";

/**
 * How many bytes the bundle of a function may have. The size decides most of a cold start: all of it is read, compiled and run before the
 * first answer. With a budget, a dependency that slips in is noticed by the build, and not by a waiting scanner.
 */
const withoutStore = 120_000;
const withStore = 290_000;
/** The clients of MySQL and SQL Server alone have 0.8 and 1 MB, most of it character sets and protocol tables, which they need. */
const withErp: Readonly<Record<Site["erp"]["dialect"], number>> = {
  sqlite: 300_000,
  postgresql: 620_000,
  mysql: 1_450_000,
  mssql: 1_600_000,
};

/** What each further route may add to a function of several: its schemas, its verb, a store of its own. */
const furtherRoute = 4_000;

/** The budget of a function with so many routes, in bytes; a function without `access` uses neither the table nor the ERP. */
export const budgetOf = (site: Site, access?: Access, routes = 1): number =>
  (access?.erp ? withErp[site.erp.dialect] : access && usesTable(access) ? withStore : withoutStore) + (routes - 1) * furtherRoute;

const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

/** A sentence for each bundle that is too large; a kB has 1,000 bytes. */
export const overBudget = (sizes: readonly { readonly id: string; readonly bytes: number; readonly budget: number }[]): string[] =>
  sizes
    .filter(({ bytes, budget }) => bytes > budget)
    .map(({ id, bytes, budget }) => `The bundle of ${id} has ${kB(bytes)}; its budget is ${kB(budget)}.`);
