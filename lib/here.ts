import type { APIGatewayProxyEvent } from "aws-lambda";
import { connect } from "#erp-dialect";
import { passwordFrom } from "#erp-password";
import site from "#site";
import type { Erp } from "./domain/erp.ts";
import { metricsWanted, optionalEnv, requireEnv } from "./env.ts";
import { readerOn } from "./erp/view-reader.ts";
import { keyNamesVariable, readKeyNames } from "./gate/api-key-names.ts";
import type { Handler } from "./http/endpoint.ts";
import { openMeter } from "./meter.ts";
import { type Meter, silent } from "./metrics.ts";
import { type Alone, type OnErp, type OnTable, type Service, service } from "./service.ts";
import type { Site } from "./site/schema.ts";
import { openTable, rehearsalTable, type Table } from "./store/client.ts";

/**
 * The one file that reads the site and the environment, for functions on Lambda. Each function's bundle uses one of `alone`, `reading`,
 * `writing`, `asking` and `unrouted`; so it holds of the SDK, the ERP and the metrics only what this one needs.
 */
type OnLambda<Around> = {
  readonly handler: Handler<Around>;
  /** Run once when the function starts: a rehearsal of its first request, which cannot write anything. */
  readonly prime: (event: APIGatewayProxyEvent) => Promise<void>;
};

/** In place of the ERP in a rehearsal. The ERP itself is not asked: a failure would count for the breaker. */
const unasked: Erp = { box: async () => undefined, zongpai: async () => undefined };

const tableHere = ({ count }: Meter): Table =>
  openTable({ name: requireEnv("TABLE_NAME"), endpoint: optionalEnv("DYNAMODB_ENDPOINT"), count });

const meterHere = (): Meter => (metricsWanted() ? openMeter() : silent);

const settingsHere = () => ({ keyNames: readKeyNames(optionalEnv(keyNamesVariable)) });

/** For a function that does not use the table. */
export const alone = (make: (here: Service<Alone>) => Handler<Alone>): OnLambda<Alone> => {
  const handler = make(service(site, { meter: silent }, settingsHere()));
  return { handler, prime: (event) => handler.rehearse(event, { site, meter: silent }) };
};

/** For a function that only reads the table. */
export const reading = (make: (here: Service<OnTable>) => Handler<OnTable>): OnLambda<OnTable> => {
  const table = tableHere(silent);
  const handler = make(service(site, { meter: silent, table }, settingsHere()));
  return { handler, prime: (event) => handler.rehearse(event, { site, meter: silent, table: rehearsalTable(table) }) };
};

/** For a function that writes the table. */
export const writing = (make: (here: Service<OnTable>) => Handler<OnTable>): OnLambda<OnTable> => {
  const meter = meterHere();
  const table = tableHere(meter);
  const handler = make(service(site, { meter, table }, settingsHere()));
  return { handler, prime: (event) => handler.rehearse(event, { site, meter: silent, table: rehearsalTable(table) }) };
};

/** For a function that asks the ERP. */
export const asking = (make: (here: Service<OnErp>) => Handler<OnErp>): OnLambda<OnErp> => {
  const meter = meterHere();
  const table = tableHere(meter);
  const database = connect(site.erp, passwordFrom, optionalEnv("ERP_SQLITE"));
  const handler = make(service(site, { meter, table, erp: readerOn(database, site, meter.count) }, settingsHere()));
  return { handler, prime: (event) => handler.rehearse(event, { site, meter: silent, table: rehearsalTable(table), erp: unasked }) };
};

/** What a function that is not a route gets: the site, and the folder in which it was deployed. */
export type Place = { readonly site: Site; readonly folder: string };

/** For a function that is not a route. */
export const unrouted = <Made>(make: (here: Place) => Made): { readonly handler: Made } => ({
  handler: make({ site, folder: optionalEnv("LAMBDA_TASK_ROOT") ?? "." }),
});
