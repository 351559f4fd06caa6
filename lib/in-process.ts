import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import type { RouteId } from "./endpoints/ids.ts";
import { driverOf } from "./erp/driver.ts";
import { readerOn } from "./erp/view-reader.ts";
import type { Handler } from "./http/endpoint.ts";
import { grouped } from "./http/grouped.ts";
import { type Meter, silent } from "./metrics.ts";
import { functionsOf } from "./routes.ts";
import { type OnErp, type Service, type ServiceSettings, service } from "./service.ts";
import type { Site } from "./site/schema.ts";
import type { Table } from "./store/client.ts";

/** A file under `functions/`: that of a route, or the one that answers all other addresses. */
export type FunctionId = RouteId | "unrouted";
export type LambdaHandler = (
  event: APIGatewayProxyEvent,
  context: Context,
) => Promise<APIGatewayProxyResult>;

type Here = Service<OnErp> & { readonly folder: string };

/** What a file under `functions/` exports. */
const makeIn = async <Made>(id: FunctionId): Promise<(here: Here) => Made> =>
  ((await import(`../functions/${id}.ts`)) as { make: (here: Here) => Made }).make;

/** What the functions of a site work with, when they do not run on Lambda. */
export type Surroundings = {
  readonly table: Table;
  /** The ERP, if it is a SQLite file. */
  readonly erpFile?: string;
  readonly meter?: Meter;
  readonly settings?: Partial<ServiceSettings>;
};

/** Makes every function of a site as Lambda would, on the table of the caller: for the local stage, benches and tests. */
export const openFunctions = async (
  site: Site,
  { table, erpFile, meter = silent, settings }: Surroundings,
): Promise<ReadonlyMap<FunctionId, LambdaHandler>> => {
  const { connect, passwordFrom } = await driverOf(site);
  const erp = readerOn(connect(site.erp, passwordFrom, erpFile), site, meter.count);
  const here = { ...service(site, { meter, table, erp }, settings), folder: "." };
  const made = functionsOf(site).map(async ({ routes }) => {
    const makes = routes.map(
      async ({ id, method, path }) =>
        [`${method} ${path}`, await makeIn<Handler<OnErp>>(id)] as const,
    );
    const handler = grouped(Object.fromEntries(await Promise.all(makes)))(here);
    return routes.map(({ id }) => [id, handler] as const);
  });
  const unrouted = await makeIn<LambdaHandler>("unrouted");
  return new Map<FunctionId, LambdaHandler>([
    ...(await Promise.all(made)).flat(),
    ["unrouted", unrouted(here)],
  ]);
};
