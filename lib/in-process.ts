import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import type { ErpReader } from "./domain/erp.ts";
import { loadDriver } from "./erp/driver.ts";
import { erpReaderOf } from "./erp/view-reader.ts";
import { handlerOf } from "./http/endpoint.ts";
import { type Meter, silentMeter } from "./metrics.ts";
import type { RouteId } from "./route-ids.ts";
import { endpoints, routesOf, unroutedHandler } from "./routes.ts";
import { openService, type ServiceSettings } from "./service.ts";
import type { Site } from "./site/schema.ts";
import type { Table } from "./store/client.ts";

/** A route, or what answers all other addresses. */
export type FunctionId = RouteId | "unrouted";
export type LambdaHandler = (
  event: APIGatewayProxyEvent,
  context: Context,
) => Promise<APIGatewayProxyResult>;

export type ServiceDependencies = {
  readonly table: Table;
  /** The ERP, if it is a SQLite file. */
  readonly erpFile?: string;
  /** In place of `erpFile`. */
  readonly erp?: ErpReader;
  /** Milliseconds that a look-up in it may take, if not the service's own limit. */
  readonly lookupLimitMs?: number | undefined;
  readonly meter?: Meter;
  readonly settings?: Partial<ServiceSettings>;
};

/** Opens the site's ERP, which is asked in this process. */
export const openErp = async (
  site: Site,
  {
    erpFile,
    lookupLimitMs,
    meter = silentMeter,
  }: Pick<ServiceDependencies, "erpFile" | "lookupLimitMs" | "meter">,
): Promise<ErpReader> => {
  const { erpDatabaseOf, passwordFrom } = await loadDriver(site);
  const database = erpDatabaseOf(site.erp, passwordFrom, erpFile);
  return erpReaderOf(database, site, meter.count, { lookupLimitMs });
};

/** For the local stage, benches and tests. */
export const openFunctions = async (
  site: Site,
  dependencies: ServiceDependencies,
): Promise<ReadonlyMap<FunctionId, LambdaHandler>> => {
  const { table, meter = silentMeter, settings } = dependencies;
  const erp = dependencies.erp ?? (await openErp(site, dependencies));
  const service = openService(site, meter, settings);
  const parts = { site, table, erp };
  const handlers = new Map<FunctionId, LambdaHandler>();
  for (const { id } of routesOf(site)) handlers.set(id, handlerOf(endpoints[id], parts, service));
  return handlers.set("unrouted", unroutedHandler({ site }));
};
