import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { driverOf } from "./erp/driver.ts";
import { readerOn } from "./erp/view-reader.ts";
import { type Meter, silent } from "./metrics.ts";
import type { RouteId } from "./route-ids.ts";
import { routesOf } from "./routes.ts";
import { type OnErp, type Service, type ServiceSettings, service } from "./service.ts";
import type { Site } from "./site/schema.ts";
import type { Table } from "./store/client.ts";

/** A file under `functions/`: that of a route, or the one that answers all other addresses. */
export type FunctionId = RouteId | "unrouted";
export type LambdaHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

type Make = (here: Service<OnErp> & { readonly folder: string }) => LambdaHandler;

/** What the functions of a site work with, when they do not run on Lambda. */
export type Surroundings = {
  readonly table: Table;
  /** The ERP, if it is a SQLite file. */
  readonly erpFile?: string;
  readonly meter?: Meter;
  readonly settings?: Partial<ServiceSettings>;
};

/**
 * Makes every function of a site as Lambda would, on the table of the caller: for the local stage, benches and tests. Several sites, or
 * several tables, can be in use in one process.
 */
export const openFunctions = async (
  site: Site,
  { table, erpFile, meter = silent, settings }: Surroundings,
): Promise<ReadonlyMap<FunctionId, LambdaHandler>> => {
  const { connect, passwordFrom } = await driverOf(site);
  const erp = readerOn(connect(site.erp, passwordFrom, erpFile), site, meter.count);
  const here = { ...service(site, { meter, table, erp }, settings), folder: "." };
  const ids: FunctionId[] = [...routesOf(site).map(({ id }) => id), "unrouted"];
  const made = ids.map(async (id) => {
    const { make } = (await import(`../functions/${id}.ts`)) as { make: Make };
    return [id, make(here)] as const;
  });
  return new Map(await Promise.all(made));
};
