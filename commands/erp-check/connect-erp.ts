import type { Site } from "#lib/site/schema.ts";
import { connectionAdvice } from "./connection-advice.ts";

/** Longer than the service's limit, to distinguish a slow server from one that does not answer. */
const connectTimeoutMs = 5_000;

/**
 * Connects like the service, or with another time limit for statements (ms). The connection closes when it is disposed.
 * @throws Error with advice
 */
export const connectErp = async (
  site: Site,
  file: string | undefined,
  override?: { readonly statementTimeout: number },
) => {
  const { loadDriver } = await import("#lib/erp/driver.ts");
  const timeout = AbortSignal.timeout(connectTimeoutMs);
  try {
    const { erpDatabaseOf, passwordFrom } = await loadDriver(site);
    const database = erpDatabaseOf({ ...site.erp, ...override }, passwordFrom, file);
    const start = performance.now();
    const session = await database.open(timeout);
    const ms = performance.now() - start;
    return { database, session, ms, [Symbol.dispose]: session.close };
  } catch (error) {
    // The driver's own error would only say that the connection ended.
    const cause = timeout.aborted ? timeout.reason : error;
    throw new Error(connectionAdvice(cause, site.erp));
  }
};

/** The environment variable with the ERP's password, if the profile names one. */
export const passwordVariableOf = ({
  erp: { connection },
}: {
  readonly erp: Pick<Site["erp"], "connection">;
}): string | undefined =>
  connection && "environment" in connection.password ? connection.password.environment : undefined;
