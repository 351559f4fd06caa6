import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { openErp } from "#erp";
import site from "#site";
import { systemClock } from "./clock.ts";
import type { ErpReader } from "./domain/erp.ts";
import { functionFolder, isMetricsEnabled, readEnv, requireEnv } from "./env.ts";
import { openErp as openErpDirectly } from "./erp/ask-directly.ts";
import { type Endpoint, type EndpointHandler, handlerOf } from "./http/endpoint.ts";
import type { ServiceContext } from "./http/request.ts";
import { accessOf } from "./http/route.ts";
import { logEvent, nameInvocation } from "./log.ts";
import { type Meter, openMeter, silentMeter } from "./metrics.ts";
import {
  openService,
  type WithErp,
  type WithErpIfAsked,
  type WithSite,
  type WithTable,
} from "./service.ts";
import type { Site } from "./site/schema.ts";
import { openTable } from "./store/client.ts";
import { primingTable } from "./store/priming.ts";

/** Calls `make` at the first call and returns the same value ever after. Free of side effects: a bundle leaves out what it never calls. */
/* @__NO_SIDE_EFFECTS__ */
const makeOnce = <Made extends object>(make: () => Made): (() => Made) => {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/*
 * The composition root on Lambda: it alone reads the site. A process opens the table, the ERP and the meter once. All endpoints of a group run
 * in one process: they share its connections, and count its cold start once.
 */
const sharedMeter = makeOnce((): Meter => (isMetricsEnabled() ? openMeter() : silentMeter));
const sharedTable = makeOnce(() =>
  openTable({
    name: requireEnv("TABLE_NAME"),
    endpoint: readEnv("DYNAMODB_ENDPOINT"),
    count: sharedMeter().count,
  }),
);
const sharedErp = makeOnce(() => openErp(site, sharedMeter().count));

const meteredService = makeOnce(() => openService(site, sharedMeter()));
const unmeteredService = makeOnce(() => openService(site, silentMeter));

/** Gives the parts of an endpoint; for priming those that write nothing and do not ask the ERP. */
type OpenParts<Parts> = (isPriming: boolean, endpoint: Endpoint<Parts>) => Parts;

const emptyErp: ErpReader = {
  box: async () => undefined,
  zongpai: async () => undefined,
  boxesOfDay: async () => ({ boxes: [] }),
};

export const withSite = (): WithSite => ({ site });

export const withTable = (isPriming: boolean): WithTable => ({
  site,
  table: isPriming ? primingTable(sharedTable()) : sharedTable(),
});

export const withErp = (isPriming: boolean): WithErp => ({
  ...withTable(isPriming),
  erp: isPriming ? emptyErp : sharedErp(),
});

/** For an endpoint that asks the ERP only on some sites. */
export const withErpIfAsked: OpenParts<WithErpIfAsked> = (isPriming, endpoint) =>
  accessOf(endpoint, site).erp ? withErp(isPriming) : withTable(isPriming);

/** Nothing is counted or logged, and there is time for one attempt at DynamoDB. */
const primingService = {
  observer: { before: () => {} },
  meter: silentMeter,
  log: () => {},
  limits: { budget: 300, reserve: 0 },
} satisfies Partial<ServiceContext>;
const primingInvocation = {
  functionName: "",
  awsRequestId: "",
  getRemainingTimeInMillis: () => 300,
};

type PrimableHandler = EndpointHandler & {
  readonly prime: (event: APIGatewayProxyEvent) => Promise<void>;
};

/** A Lambda handler, deployed alone or in a group. Its first request or `prime` makes its chain: a group that starts makes only one. */
export const onLambda = <Parts>(
  route: Endpoint<Parts>,
  openParts: OpenParts<Parts>,
): PrimableHandler => {
  // The chain that is primed and the one that serves share their schemas, which compile themselves when they parse first.
  const endpoint: Endpoint<Parts> = {
    ...route,
    input: makeOnce(() => route.input(site)),
    output: makeOnce(() => route.output(site)),
  };
  const parts = openParts(false, endpoint);
  // An endpoint that only reads has no metrics, unless it asks the ERP.
  const hasMetrics = endpoint.kind === "write" || endpoint.access.erp !== undefined;
  const service = hasMetrics ? meteredService() : unmeteredService();
  const chain = makeOnce(() => handlerOf(endpoint, parts, service));
  const prime = async (event: APIGatewayProxyEvent): Promise<void> => {
    chain();
    const primingParts = openParts(true, endpoint);
    const primed = handlerOf(endpoint, primingParts, { ...service, ...primingService });
    await primed(event, primingInvocation).catch(() => {});
  };
  const handler: EndpointHandler = async (event, context) => chain()(event, context);
  return Object.assign(handler, { prime });
};

/** A start waits no longer for priming: if DynamoDB does not answer, the first request shows the error. */
const primingLimitMs = 250;

/**
 * Takes a request through the chain of an endpoint while its function starts, so that the first real one finds code compiled and a
 * connection open. Logs the version of Node, which AWS chooses.
 */
export const primeHandler = async (
  handler: PrimableHandler,
  event: APIGatewayProxyEvent,
): Promise<void> => {
  logEvent("started", { node: process.version });
  return Promise.race([handler.prime(event), systemClock.sleep(primingLimitMs)]);
};

export const onLambdaLookup = <In, Out>(
  make: (erp: ErpReader) => (request: In) => Promise<Out>,
) => {
  const { count, flush } = sharedMeter();
  const answerLookup = make(openErpDirectly(site, count));
  return async (request: In, context: Context): Promise<Out> => {
    nameInvocation(context);
    return answerLookup(request).finally(flush);
  };
};

/** For a function that is no endpoint; `folder`: where it was deployed. */
export const onLambdaPlain = <Made>(
  make: (given: { readonly site: Site; readonly folder: string }) => Made,
): Made => make({ site, folder: functionFolder() });
