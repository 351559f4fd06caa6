import { metricMeanings } from "#lib/metrics.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";

/** What the bill must know of a deployment beside what its requests take. */
export type SiteFacts = {
  readonly site: string;
  /** Megabytes of a function. */
  readonly memory: number;
  readonly logDays: number;
  /** Tokens are judged by an authorizer, which is one more function. */
  readonly hasAuthorizer: boolean;
  /** The ERP's password is a secret that a new environment reads. */
  readonly hasSecret: boolean;
  readonly routes: number;
  /** Functions that use the table. */
  readonly onTable: number;
  readonly metrics: number;
};

export const factsOf = (site: Site): SiteFacts => {
  const { connection } = site.erp;
  const routes = routesOf(site);
  return {
    site: site.name,
    memory: site.deployment.memory,
    logDays: site.deployment.logDays,
    hasAuthorizer: site.auth.scheme === "jwt",
    hasSecret: connection !== false && "secret" in connection.password,
    routes: routes.length,
    onTable: routes.filter(({ row }) => row.access.table.length > 0).length,
    metrics: Object.keys(metricMeanings).length,
  };
};
