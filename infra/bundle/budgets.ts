import { type RouteRow, usesTable } from "#lib/route-row.ts";
import type { Site } from "#lib/site/schema.ts";

/**
 * Bytes that the bundle of a function may have. A bundle's size is most of a cold start: each 100 kB is read, compiled and run before
 * the first answer. So a dependency that slips in is noticed when it does, and not by a scanner that waits.
 */
const withoutStore = 120_000;
const withStore = 305_000;
/** MySQL's and SQL Server's clients alone have 0.8 and 1 MB, most of it character sets and protocol tables that cannot be left out. */
const withErp: Readonly<Record<Site["erp"]["dialect"], number>> = {
  sqlite: 620_000,
  postgresql: 620_000,
  mysql: 1_450_000,
  mssql: 1_600_000,
};

/** The budget of a function in bytes; without `access` it is one that touches neither the table nor the ERP. */
export const budgetOf = (site: Site, access?: RouteRow["access"]): number =>
  access?.erp ? withErp[site.erp.dialect] : access && usesTable(access) ? withStore : withoutStore;

const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

/** What is too large, a sentence for each; a kB has 1,000 bytes. */
export const overBudget = (sizes: readonly { readonly id: string; readonly bytes: number; readonly budget: number }[]): string[] =>
  sizes
    .filter(({ bytes, budget }) => bytes > budget)
    .map(({ id, bytes, budget }) => `The bundle of ${id} has ${kB(bytes)}; its budget is ${kB(budget)}.`);
