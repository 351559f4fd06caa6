import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import type { Erp } from "./domain/erp.ts";
import type { RouteId } from "./endpoints/ids.ts";
import { driverOf } from "./erp/driver.ts";
import { readerOn } from "./erp/view-reader.ts";
import { handlerOf } from "./http/endpoint.ts";
import { type Meter, silent } from "./metrics.ts";
import { endpoints, routesOf, unrouted } from "./routes.ts";
import { type ServiceSettings, service } from "./service.ts";
import type { Site } from "./site/schema.ts";
import type { Table } from "./store/client.ts";

/** A route, or what answers all other addresses. */
export type FunctionId = RouteId | "unrouted";
export type LambdaHandler = (
  event: APIGatewayProxyEvent,
  context: Context,
) => Promise<APIGatewayProxyResult>;

export type Surroundings = {
  readonly table: Table;
  /** The ERP, if it is a SQLite file. */
  readonly erpFile?: string;
  /** In place of it. */
  readonly erp?: Erp;
  /** Milliseconds that a look-up in it may take, if not the service's own limit. */
  readonly lookup?: number | undefined;
  readonly meter?: Meter;
  readonly settings?: Partial<ServiceSettings>;
};

/** For the local stage, benches and tests. */
export const openFunctions = async (
  site: Site,
  { table, erpFile, erp: given, lookup: longest, meter = silent, settings }: Surroundings,
): Promise<ReadonlyMap<FunctionId, LambdaHandler>> => {
  const { connect, passwordFrom } = await driverOf(site);
  const erp =
    given ?? readerOn(connect(site.erp, passwordFrom, erpFile), site, meter.count, { longest });
  const served = service(site, meter, settings);
  const parts = { site, table, erp };
  const made = routesOf(site).map(
    ({ id }) => [id, handlerOf(endpoints[id], parts, served)] as const,
  );
  return new Map<FunctionId, LambdaHandler>([...made, ["unrouted", unrouted({ site })]]);
};
