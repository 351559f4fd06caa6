import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { openErp } from "#erp";
import site from "#site";
import type { Erp } from "./domain/erp.ts";
import { metricsWanted, optionalEnv, requireEnv } from "./env.ts";
import { openErp as openErpDirectly } from "./erp/ask-directly.ts";
import { keyNamesVariable, readKeyNames } from "./gate/caller.ts";
import { type Endpoint, grouped, type Handler, handlerOf } from "./http/endpoint.ts";
import { accessOf } from "./http/route.ts";
import { nameInvocation } from "./log.ts";
import { type Meter, openMeter, silent } from "./metrics.ts";
import {
  service,
  type WithErp,
  type WithErpIfAsked,
  type WithSite,
  type WithTable,
} from "./service.ts";
import type { Site } from "./site/schema.ts";
import { openTable } from "./store/client.ts";
import { primingTable } from "./store/priming.ts";

/**
 * The composition root on Lambda: it alone reads the site. Makes the parts; while a function is primed those with which nothing is written,
 * and the ERP is not asked.
 */
type Opened<Parts> = (priming?: true) => Parts;
type Open<Parts> = (meter: Meter, endpoint: Endpoint<Parts>) => Opened<Parts>;

export const withSite = (): Opened<WithSite> => () => ({ site });

export const withTable = ({ count }: Meter): Opened<WithTable> => {
  const name = requireEnv("TABLE_NAME");
  const table = openTable({ name, endpoint: optionalEnv("DYNAMODB_ENDPOINT"), count });
  return (priming) => ({ site, table: priming ? primingTable(table) : table });
};

const unasked: Erp = { box: async () => undefined, zongpai: async () => undefined };

export const withErp = (meter: Meter): Opened<WithErp> => {
  const open = withTable(meter);
  const erp = openErp(site, meter.count);
  return (priming) => ({ ...open(priming), erp: priming ? unasked : erp });
};

/** For an endpoint that asks the ERP only on some sites. */
export const withErpIfAsked: Open<WithErpIfAsked> = (meter, endpoint) =>
  accessOf(endpoint, site).erp ? withErp(meter) : withTable(meter);

const meterFor = (metered: boolean): Meter => (metered && metricsWanted() ? openMeter() : silent);

/** Nothing is counted or logged, and there is time for one attempt at DynamoDB. */
const primingService = {
  observed: { before: () => {} },
  meter: silent,
  log: () => {},
  limits: { budget: 300, reserve: 0 },
};
const primingInvocation = {
  functionName: "",
  awsRequestId: "",
  getRemainingTimeInMillis: () => 300,
};

type Primed = Handler & {
  /** Takes a request through the chain, so that the first real one finds code compiled and a connection open. */
  readonly prime: (event: APIGatewayProxyEvent) => Promise<void>;
};

export const onLambdaGroup = <Parts>(
  endpoints: Readonly<Record<string, Endpoint<Parts>>>,
  open: (meter: Meter) => Opened<Parts>,
): Primed => {
  // What only reads has no metrics, unless it asks the ERP.
  const meter = meterFor(
    Object.values(endpoints).some(
      ({ kind, access }) => kind === "write" || access.erp !== undefined,
    ),
  );
  const opened = open(meter);
  const parts = opened();
  const served = service(site, meter, { keyNames: readKeyNames(optionalEnv(keyNamesVariable)) });
  const handler = grouped(endpoints, (endpoint) => handlerOf(endpoint, parts, served));
  const unseen = { ...served, ...primingService };
  const prime = async (event: APIGatewayProxyEvent): Promise<void> => {
    const primed = grouped(endpoints, (endpoint) => handlerOf(endpoint, opened(true), unseen));
    await primed(event, primingInvocation).catch(() => {});
  };
  return Object.assign(handler, { prime });
};

export const onLambda = <Parts>(endpoint: Endpoint<Parts>, open: Open<Parts>): Primed =>
  onLambdaGroup({ [endpoint.id]: endpoint }, (meter) => open(meter, endpoint));

export const onLambdaLookup = <In, Out>(make: (erp: Erp) => (request: In) => Promise<Out>) => {
  const meter = meterFor(true);
  const answer = make(openErpDirectly(site, meter.count));
  return async (request: In, context: Context): Promise<Out> => {
    nameInvocation(context);
    return answer(request).finally(meter.flush);
  };
};

/** For a function that is no endpoint; `folder`: where it was deployed. */
export const onLambdaPlain = <Made>(
  make: (given: { readonly site: Site; readonly folder: string }) => Made,
): Made => make({ site, folder: optionalEnv("LAMBDA_TASK_ROOT") ?? "." });
