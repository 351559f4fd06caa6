import { usesTable } from "#lib/http/route.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Planned } from "./entries.ts";

/** How many bytes the bundle of a function should have, because most of a cold start is its loading. A test holds them; the synthesis warns. */
const withoutStore = 100_000;
const withStore = 330_000;
/** The look-up function with a database's driver. */
const withDriver: Readonly<Record<Site["erp"]["dialect"], number>> = {
  sqlite: withoutStore,
  postgresql: 140_000,
  mysql: 950_000,
  mssql: 1_100_000,
};
/** The client of Secrets Manager. */
const secretReader = 170_000;
/** What each further route may add to a function of several. */
const furtherRoute = 4_000;

/** The budget of a function in bytes; a kB has 1,000. */
export const budgetOf = (
  { erp: { dialect, connection } }: Site,
  { access, asksErp, events }: Omit<Planned, "entry">,
): number => {
  if (access)
    return (usesTable(access) ? withStore : withoutStore) + (events.length - 1) * furtherRoute;
  if (!asksErp) return withoutStore;
  const secret = connection && "secret" in connection.password;
  return withDriver[dialect] + (secret ? secretReader : 0);
};

const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

/** A sentence for each bundle that is above its budget. */
export const overBudget = (
  bundles: ReadonlyMap<string, { readonly bytes: number; readonly budget: number }>,
): string[] =>
  [...bundles]
    .filter(([, { bytes, budget }]) => bytes > budget)
    .map(
      ([id, { bytes, budget }]) =>
        `The bundle of ${id} has ${kB(bytes)}, above its budget of ${kB(budget)}: it starts more slowly.`,
    );
