import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { spawnBound } from "#infra/local/spawn-bound.ts";
import { routesOf } from "#lib/routes.ts";
import { rootOf } from "../../commands/contract/address.ts";
import { site, siteName } from "./site.ts";

export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly query?: readonly (readonly [string, string])[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

export type Received = { readonly status: number; readonly headers: Headers; readonly text: string };

/** The way in which the endpoint suite reaches the service: handlers in this process, the local stage, or any base URL. */
export type Transport = { readonly send: (sent: Sent) => Promise<Received>; readonly stop: () => Promise<void> };

/** The one builder of events for tests that call handlers. */
const eventOf = ({ method, path, query = [], headers = {}, body }: Sent): APIGatewayProxyEvent => {
  const values = Object.groupBy(query, ([name]) => name);
  const multi = Object.fromEntries(Object.entries(values).map(([name, pairs = []]) => [name, pairs.map(([, value]) => value)]));
  const bytes = Buffer.isBuffer(body);
  return {
    resource: path,
    path,
    httpMethod: method,
    headers: { ...headers },
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    queryStringParameters: query.length > 0 ? Object.fromEntries(query) : null,
    multiValueQueryStringParameters: query.length > 0 ? multi : null,
    pathParameters: null,
    stageVariables: null,
    requestContext: {
      identity: { userArn: null, apiKeyId: null, sourceIp: "127.0.0.1" },
    } as unknown as APIGatewayProxyEvent["requestContext"],
    body: body === undefined ? null : bytes ? body.toString("base64") : body,
    isBase64Encoded: bytes,
  };
};

/** What a function called in process has left of its own time-out, in milliseconds; a test of outages need not wait for all of it. */
export const remaining = { ms: 10_000 };

const context = { awsRequestId: "test", getRemainingTimeInMillis: () => remaining.ms } as Context;

const inProcess = async (): Promise<Transport> => {
  // It watches the client of this process, which only this transport has.
  const [{ asFunction }, { openFunctions }, { meter, table }] = await Promise.all([
    import("./sent-commands.ts"),
    import("#lib/anywhere.ts"),
    import("./table.ts"),
  ]);
  const handlers = await openFunctions(site, { table, meter, erpFile: process.env.ERP_SQLITE });
  const routes = routesOf(site);
  return {
    send: async (sent) => {
      const id = routes.find(({ method, path }) => method === sent.method && path === sent.path)?.id ?? "unrouted";
      const handler = handlers.get(id);
      if (!handler) throw new Error(`there is no function for ${id}`);
      const { statusCode, headers, body } = await asFunction(id, () => handler(eventOf(sent), context));
      return { status: statusCode, headers: new Headers(headers as Record<string, string>), text: body };
    },
    stop: async () => {},
  };
};

const overHttp = (baseUrl: string): Transport["send"] => {
  // A gateway without a domain of its own answers below the name of its stage.
  const root = rootOf(baseUrl, site);
  return async ({ method, path, query = [], headers = {}, body }) => {
    const url = `${root}${path}${query.length > 0 ? `?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))}` : ""}`;
    const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
};

const ready = (stage: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const url = /Ready on (http:\S+)/.exec(output)?.[1];
      if (url) resolve(url);
    };
    stage.stdout?.on("data", read);
    stage.stderr?.on("data", read);
    stage.once("exit", (code) => reject(new Error(`the local stage ended with ${code}:\n${output}`)));
  });

/** The local stage as a child process, on the table, the engine and the ERP of this test file. */
const localStage = async (): Promise<Transport> => {
  const folder = mkdtempSync(join(tmpdir(), "warehouse-stage-"));
  const profile = siteName === "demo" ? "demo" : `test/site/${siteName}.ts`;
  const stage = spawnBound(process.execPath, ["infra/local/start.ts"], {
    env: { ...process.env, SITE: profile, PORT: "0", DATA_DIR: folder, POWERTOOLS_LOG_LEVEL: "SILENT" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const url = await ready(stage);
  return {
    send: overHttp(url),
    stop: async () => {
      const gone = new Promise((resolve) => stage.once("exit", resolve));
      stage.kill("SIGTERM");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** The transport that the environment asks for: TEST_TRANSPORT, or BASE_URL for a service that runs elsewhere. */
export const openTransport = async (): Promise<Transport> => {
  const { BASE_URL, TEST_TRANSPORT } = process.env;
  // The test runner sets BASE_URL to a path of its own.
  if (BASE_URL?.startsWith("http")) return { send: overHttp(BASE_URL), stop: async () => {} };
  return TEST_TRANSPORT === "http" ? localStage() : inProcess();
};
