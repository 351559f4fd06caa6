import type { Context } from "aws-lambda";
import { type GatewayCaller, restEvent } from "#infra/gateway-event.ts";
import { localCredentials, localKeys } from "#infra/local/authenticate-key.ts";
import type { LambdaHandler } from "#lib/in-process.ts";
import { routesOf } from "#lib/routes.ts";
import { rootAddressOf } from "../../commands/contract/address.ts";
import { site } from "./site.ts";
import { functionTimeout, patient, type Waits } from "./waits.ts";

export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly query?: readonly (readonly [string, string])[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

export type Received = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};

/** How the endpoint suite reaches the service. */
export type Transport = {
  readonly send: (sent: Sent) => Promise<Received>;
  readonly stop: () => Promise<void>;
};

/** A caller that the gateway accepted, by a key or a token. */
const someone: GatewayCaller = {
  identity: { apiKey: null, apiKeyId: "test" },
  authorizer: { name: "test" },
};

const eventOf = (
  { method, path, query = [], headers = {}, body = "" }: Sent,
  caller: GatewayCaller,
) => {
  const rawHeaders = Object.entries(headers).flat();
  const sent = { method, target: path, rawHeaders, body: Buffer.from(body) };
  const received = { ...sent, httpVersion: "1.1", sourceIp: "127.0.0.1" };
  const event = restEvent(received, path, "test", caller);
  if (query.length === 0) return event;
  // Values bypass the address, which cannot carry every text.
  const values = Object.entries(Object.groupBy(query, ([name]) => name)).map(
    ([name, pairs = []]) => [name, pairs.map(([, value]) => value)],
  );
  return { ...event, multiValueQueryStringParameters: Object.fromEntries(values) };
};

const context = {
  awsRequestId: "test",
  getRemainingTimeInMillis: () => functionTimeout,
} as Context;

const handlersOf = async ({ budget, attempt, lookup }: Waits, profile = site) => {
  const [{ openFunctions }, { meter, table, tableWithin }] = await Promise.all([
    import("#lib/in-process.ts"),
    import("./table.ts"),
  ]);
  return openFunctions(profile, {
    lookupLimitMs: lookup,
    table: attempt === patient.attempt ? table : tableWithin(attempt),
    meter,
    erpFile: process.env.ERP_SQLITE,
    settings: { budget },
  });
};

/** Calls the functions in this process with this time limit. Functions of another profile are reached at this site's addresses. */
export const openHandlers = async (
  waits: Waits,
  profile = site,
  caller = someone,
): Promise<Transport> => {
  // Loaded here, because it watches this process's client, which only this transport has.
  const [{ asFunction }, handlers] = await Promise.all([
    import("./sent-commands.ts"),
    handlersOf(waits, profile),
  ]);
  const routes = routesOf(site);
  const send = async (sent: Sent): Promise<Received> => {
    const route = routes.find(({ method, path }) => method === sent.method && path === sent.path);
    const id = route?.id ?? "unrouted";
    const handler = handlers.get(id);
    if (!handler) throw new Error(`there is no function for ${id}`);
    const answer = await asFunction(id, () => handler(eventOf(sent, caller), context));
    const headers = new Headers(answer.headers as Record<string, string>);
    return { status: answer.statusCode, headers, text: answer.body };
  };
  return { send, stop: async () => {} };
};

const overHttp = (baseUrl: string): Transport["send"] => {
  // A gateway without its own domain answers below the name of its stage.
  const root = rootAddressOf(baseUrl, site);
  return async ({ method, path, query = [], headers = {}, body }) => {
    const search = new URLSearchParams(query.map(([...pair]) => pair));
    const response = await fetch(`${root}${path}${search.size > 0 ? `?${search}` : ""}`, {
      method,
      headers: { ...localCredentials(site), ...headers },
      body,
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
};

/** The local stage's gateway over HTTP, in front of the same functions. */
const localGateway = async (): Promise<Transport> => {
  const [{ createGateway }, handlers] = await Promise.all([
    import("#infra/local/gateway.ts"),
    handlersOf(patient),
  ]);
  const gateway = createGateway(site, {
    apiKeys: localKeys(site),
    handlerOf: (id) => handlers.get(id) as LambdaHandler,
  });
  const port = await gateway.listen(0);
  return { send: overHttp(`http://127.0.0.1:${port}${site.basePath}`), stop: gateway.stop };
};

/** Opens the transport of TEST_TRANSPORT, or that to the service at BASE_URL. */
export const openTransport = async (): Promise<Transport> => {
  const { BASE_URL, TEST_TRANSPORT } = process.env;
  // Vitest itself sets BASE_URL, to a path.
  if (BASE_URL?.startsWith("http")) return { send: overHttp(BASE_URL), stop: async () => {} };
  return TEST_TRANSPORT === "http" ? localGateway() : openHandlers(patient);
};
