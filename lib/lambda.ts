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
import { type Meter, openMeter, silent } from "./metrics.ts";
import { type Alone, type OnErp, type OnTable, type Service, service } from "./service.ts";
import type { Site } from "./site/schema.ts";
import { openTable, type Table } from "./store/client.ts";
import { rehearsalTable } from "./store/rehearsal.ts";

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

type Make<Around> = (here: Service<Around>) => Handler<Around>;

/** A rehearsal counts nothing, and has its own ports in place of those that could write or ask. */
const onLambda = <Around extends Alone>(
  make: Make<Around>,
  around: Around,
  rehearsal: Partial<Around>,
): OnLambda<Around> => {
  const handler = make(service(site, around, settingsHere()));
  return {
    handler,
    prime: (event) => handler.rehearse(event, { ...around, ...rehearsal, meter: silent }),
  };
};

const onTable = (make: Make<OnTable>, meter: Meter): OnLambda<OnTable> => {
  const table = tableHere(meter);
  return onLambda(make, { site, meter, table }, { table: rehearsalTable(table) });
};

/** For a function that does not use the table. */
export const alone = (make: Make<Alone>): OnLambda<Alone> =>
  onLambda(make, { site, meter: silent }, {});

/** For a function that only reads the table. */
export const reading = (make: Make<OnTable>): OnLambda<OnTable> => onTable(make, silent);

/** For a function that writes the table. */
export const writing = (make: Make<OnTable>): OnLambda<OnTable> => onTable(make, meterHere());

const askingOf = (make: Make<OnErp>, erpOn: (meter: Meter) => Erp): OnLambda<OnErp> => {
  const meter = meterHere();
  const table = tableHere(meter);
  return onLambda(
    make,
    { site, meter, table, erp: erpOn(meter) },
    { table: rehearsalTable(table), erp: unasked },
  );
};

const erpHere = ({ count }: Meter): Erp =>
  readerOn(connect(site.erp, passwordFrom, optionalEnv("ERP_SQLITE")), site, count);

/** For a function that asks an ERP that is a file. */
export const asking = (make: Make<OnErp>): OnLambda<OnErp> => askingOf(make, erpHere);

/** For a function that asks an ERP that has a server: through the look-up function. */
export const askingThrough = (make: Make<OnErp>): OnLambda<OnErp> =>
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
