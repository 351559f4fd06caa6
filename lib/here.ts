import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { connect } from "#erp-dialect";
import { passwordFrom } from "#erp-password";
import site from "#site";
import type { Erp } from "./domain/erp.ts";
import { metricsWanted, optionalEnv, requireEnv } from "./env.ts";
import { throughLookups } from "./erp/lookup-function.ts";
import { readerOn } from "./erp/view-reader.ts";
import { keyNamesVariable, readKeyNames } from "./gate/api-key-names.ts";
import type { Handler } from "./http/endpoint.ts";
import { nameInvocation } from "./log.ts";
import { openMeter } from "./meter.ts";
import { type Meter, silent } from "./metrics.ts";
import { type Alone, type OnErp, type OnTable, type Service, service } from "./service.ts";
import type { Site } from "./site/schema.ts";
import { openTable, rehearsalTable, type Table } from "./store/client.ts";

/**
 * The one file that reads the site and the environment, for functions on Lambda. Each function's bundle uses one of what is exported here;
 * so it holds of the SDK, the ERP and the metrics only what this one needs.
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

const askingOf = (make: (here: Service<OnErp>) => Handler<OnErp>, erpOn: (meter: Meter) => Erp): OnLambda<OnErp> => {
  const meter = meterHere();
  const table = tableHere(meter);
  const handler = make(service(site, { meter, table, erp: erpOn(meter) }, settingsHere()));
  return { handler, prime: (event) => handler.rehearse(event, { site, meter: silent, table: rehearsalTable(table), erp: unasked }) };
};

const erpHere = ({ count }: Meter): Erp => readerOn(connect(site.erp, passwordFrom, optionalEnv("ERP_SQLITE")), site, count);

/** For a function that asks an ERP that is a file. */
export const asking = (make: (here: Service<OnErp>) => Handler<OnErp>): OnLambda<OnErp> => askingOf(make, erpHere);

/** For a function that asks an ERP that has a server: through the look-up function. */
export const askingThrough = (make: (here: Service<OnErp>) => Handler<OnErp>): OnLambda<OnErp> =>
  askingOf(make, () =>
    throughLookups(
      {
        url: requireEnv("ERP_LOOKUP_URL"),
        region: requireEnv("AWS_REGION"),
        credentials: () => ({
          accessKeyId: requireEnv("AWS_ACCESS_KEY_ID"),
          secretAccessKey: requireEnv("AWS_SECRET_ACCESS_KEY"),
          sessionToken: optionalEnv("AWS_SESSION_TOKEN"),
        }),
      },
      site.erp.lookupTimeout,
    ),
  );

/** What the look-up function gets. */
export type LookupPlace = { readonly erp: Erp };

/** For the look-up function. It writes the metrics of each look-up. */
export const lookingUp = <In, Out>(make: (here: LookupPlace) => (request: In) => Promise<Out>) => {
  const meter = meterHere();
  const answer = make({ erp: erpHere(meter) });
  return {
    handler: async (request: In, context: Context): Promise<Out> => {
      nameInvocation(context);
      return answer(request).finally(meter.flush);
    },
  };
};

/** What a function that is not a route gets: the site, and the folder in which it was deployed. */
export type Place = { readonly site: Site; readonly folder: string };

/** For a function that is not a route. */
export const unrouted = <Made>(make: (here: Place) => Made): { readonly handler: Made } => ({
  handler: make({ site, folder: optionalEnv("LAMBDA_TASK_ROOT") ?? "." }),
});
