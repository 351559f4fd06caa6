import { once } from "node:events";
import { connect } from "node:net";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createGateway, type Gateway } from "#infra/local/gateway.ts";
import type { LambdaHandler } from "#lib/in-process.ts";
import { unrouted } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { site as tested } from "../support/site.ts";

/** Credentials have tests of their own. */
const site: Site = { ...tested, auth: { scheme: "none" } };
const unknown = unrouted({ site });

const ok = async (): Promise<APIGatewayProxyResult> => ({
  statusCode: 200,
  headers: { "content-type": "application/json" },
  body: "{}",
});
const errorBody = (error_code: string) => ({
  error_code,
  message: expect.any(String),
  domain: "warehouse",
});

let gateway: Gateway;
let port: number;
/** How the functions answer. */
let reply: LambdaHandler;
/** What they were called with. */
let calls: { readonly event: APIGatewayProxyEvent; readonly context: Context; id: string }[];

const open = async () => {
  gateway = createGateway(site, {
    handlerOf: (id) => async (event, context) => {
      calls.push({ event, context, id });
      return id === "unrouted" ? unknown(event) : reply(event, context);
    },
  });
  port = await gateway.listen(0);
};
beforeEach(() => {
  calls = [];
  reply = ok;
  return open();
});
afterEach(() => gateway.stop());

const send = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
  const { status, headers } = answer;
  return { status, headers, body: Buffer.from(await answer.arrayBuffer()) };
};
const post = (body: string, headers: Record<string, string> = {}) =>
  send("/box", { method: "POST", body, headers });
const refusalOf = ({ status, body }: { status: number; body: Buffer }) => [
  status,
  JSON.parse(String(body)),
];

/** Sends bytes as they are; the answer is what comes back until the connection closes. */
const raw = async (head: string) => {
  const socket = connect(port, "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk)).write(`${head}\r\n\r\n`, "latin1");
  await once(socket, "close");
  const [start = "", body = ""] = String(Buffer.concat(chunks)).split("\r\n\r\n");
  return {
    start,
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(start)?.[1]),
    body: Buffer.from(body),
  };
};

describe("the event", () => {
  test("has the shape of REST API payload version 1, and a context with the remaining time", async () => {
    const began = performance.now();
    const { headers } = await send("/box/info?box_no=BX4", {
      headers: { "User-Agent": "scanner/1" },
    });
    const [{ event, context, id } = { event: undefined }] = calls;
    expect(event).toMatchObject({
      ...{ resource: "/box/info", path: "/box/info", httpMethod: "GET" },
      queryStringParameters: { box_no: "BX4" },
      multiValueQueryStringParameters: { box_no: ["BX4"] },
      ...{ pathParameters: null, stageVariables: null, body: null, isBase64Encoded: false },
      requestContext: {
        ...{ stage: "local", httpMethod: "GET", path: "/box/info", resourcePath: "/box/info" },
        identity: { sourceIp: "127.0.0.1", userAgent: "scanner/1", userArn: null, apiKeyId: null },
        requestId: context?.awsRequestId,
      },
    });
    expect([id, headers.get("x-amzn-requestid")]).toEqual(["get-box-info", context?.awsRequestId]);
    const left = context?.getRemainingTimeInMillis();
    expect(left).toBeLessThanOrEqual(10_000);
    expect(left).toBeGreaterThanOrEqual(9_999 - (performance.now() - began));
  });

  test("has all values of a header and of a query parameter, and the last one by itself", async () => {
    await raw(
      "GET /box/info?a=1&a=2%2B3&b=x+y&c HTTP/1.1\r\nHost: localhost\r\nX-ScAnNeR: one\r\nx-scanner: two\r\nConnection: close",
    );
    await send("/box/info");
    expect(calls.map(({ event }) => event)).toMatchObject([
      {
        multiValueQueryStringParameters: { a: ["1", "2+3"], b: ["x y"], c: [""] },
        queryStringParameters: { a: "2+3" },
        multiValueHeaders: { "X-ScAnNeR": ["one", "two"] },
        headers: { "X-ScAnNeR": "two" },
      },
      { queryStringParameters: null, multiValueQueryStringParameters: null },
    ]);
  });
});

test("a body that is coded reaches no function", async () => {
  expect(refusalOf(await post("{}", { "content-encoding": "gzip" }))).toEqual([
    ...[415, errorBody("UNSUPPORTED_MEDIA_TYPE")],
  ]);
  expect(calls).toEqual([]);
});

test.each<[string, LambdaHandler]>([
  ["a function that throws", () => Promise.reject(new Error("secret"))],
  ["a result that is no proxy response", async () => ({ hello: "world" }) as never],
])(
  "the answer to %s is the error body for a fault of the service, without a word of it",
  async (_, broken) => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    reply = broken;
    expect(refusalOf(await post("{}"))).toEqual([500, errorBody("INTERNAL")]);
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  },
);

test.each([
  ["garbage", "\x16\x03\x01 no HTTP at all", 400, "REQUEST_UNREADABLE"],
  ["an unknown method", "FOO /box HTTP/1.1\r\nHost: localhost", 400, "REQUEST_UNREADABLE"],
  [
    "too large headers",
    `GET /box HTTP/1.1\r\nHost: localhost\r\nA: ${"x".repeat(40_000)}`,
    ...([400, "REQUEST_UNREADABLE"] as const),
  ],
  [
    "a name that is not this machine's",
    "GET /box HTTP/1.1\r\nHost: evil.example\r\nConnection: close",
    ...([404, "UNKNOWN_ROUTE"] as const),
  ],
])("§7.1 the local gateway refuses %s with the error body", async (_, request, status, code) => {
  const { start, ...answer } = await raw(request);
  expect(refusalOf(answer)).toEqual([status, errorBody(code)]);
  expect(start.toLowerCase()).toContain("content-type: application/json");
  expect(calls).toEqual([]);
});

test("stopping finishes what is under way, takes nothing new and frees the port", async () => {
  const answer = Promise.withResolvers<APIGatewayProxyResult>();
  reply = () => answer.promise;
  const underWay = post("{}");
  await vi.waitUntil(() => calls.length > 0, 60_000);
  const stopped = gateway.stop();
  answer.resolve(ok());
  await stopped;
  expect((await underWay).status).toBe(200);
  await expect(send("/box")).rejects.toThrow();
});
