import { once } from "node:events";
import { connect } from "node:net";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createGateway, type LocalGateway } from "#infra/local/gateway.ts";
import type { LambdaHandler } from "#lib/in-process.ts";
import { unroutedHandler } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { site as tested } from "../support/site.ts";

/** Credentials have their own tests. */
const openSite: Site = { ...tested, auth: { scheme: "none" } };
const answerUnrouted = unroutedHandler({ site: openSite });

const answerOk = async (): Promise<APIGatewayProxyResult> => ({
  statusCode: 200,
  headers: { "content-type": "application/json" },
  body: "{}",
});
const errorBody = (error_code: string) => ({
  error_code,
  message: expect.any(String),
  domain: "warehouse",
});

let localGateway: LocalGateway;
let gatewayPort: number;
/** The answer of the functions. */
let replyWith: LambdaHandler;
/** The arguments of each call. */
let handlerCalls: { readonly event: APIGatewayProxyEvent; readonly context: Context; id: string }[];

const openGateway = async () => {
  localGateway = createGateway(openSite, {
    handlerOf: (id) => async (event, context) => {
      handlerCalls.push({ event, context, id });
      return id === "unrouted" ? answerUnrouted(event) : replyWith(event, context);
    },
  });
  gatewayPort = await localGateway.listen(0);
};
beforeEach(() => {
  handlerCalls = [];
  replyWith = answerOk;
  return openGateway();
});
afterEach(() => localGateway.stop());

const sendRequest = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`http://127.0.0.1:${gatewayPort}${path}`, init);
  const { status, headers } = answer;
  return { status, headers, body: Buffer.from(await answer.arrayBuffer()) };
};
const postBody = (body: string, headers: Record<string, string> = {}) =>
  sendRequest("/box", { method: "POST", body, headers });
const refusalOf = ({ status, body }: { status: number; body: Buffer }) => [
  status,
  JSON.parse(String(body)),
];

/** Sends raw bytes. Returns everything received until the connection closes. */
const sendRawHead = async (head: string) => {
  const socket = connect(gatewayPort, "127.0.0.1");
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
  test("has the shape of REST API payload version 1, and the remaining time", async () => {
    const began = performance.now();
    const { headers } = await sendRequest("/box/info?box_no=BX4", {
      headers: { "User-Agent": "scanner/1" },
    });
    const [{ event, context, id } = { event: undefined }] = handlerCalls;
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

  test("has the last and all values of headers and query parameters", async () => {
    await sendRawHead(
      "GET /box/info?a=1&a=2%2B3&b=x+y&c HTTP/1.1\r\nHost: localhost\r\nX-ScAnNeR: one\r\nx-scanner: two\r\nConnection: close",
    );
    await sendRequest("/box/info");
    expect(handlerCalls.map(({ event }) => event)).toMatchObject([
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

test("refuses an encoded body before any function", async () => {
  expect(refusalOf(await postBody("{}", { "content-encoding": "gzip" }))).toEqual([
    ...[415, errorBody("UNSUPPORTED_MEDIA_TYPE")],
  ]);
  expect(handlerCalls).toEqual([]);
});

test.each<[string, LambdaHandler]>([
  ["a function that throws", () => Promise.reject(new Error("secret"))],
  ["a result that is no proxy response", async () => ({ hello: "world" }) as never],
])("answers %s with the error body of a fault, without its details", async (_, broken) => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  replyWith = broken;
  expect(refusalOf(await postBody("{}"))).toEqual([500, errorBody("INTERNAL")]);
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});

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
  const { start, ...answer } = await sendRawHead(request);
  expect(refusalOf(answer)).toEqual([status, errorBody(code)]);
  expect(start.toLowerCase()).toContain("content-type: application/json");
  expect(handlerCalls).toEqual([]);
});

test("stopping finishes open requests, accepts no new ones and frees the port", async () => {
  const answer = Promise.withResolvers<APIGatewayProxyResult>();
  replyWith = () => answer.promise;
  const underWay = postBody("{}");
  await vi.waitUntil(() => handlerCalls.length > 0, 60_000);
  const stopped = localGateway.stop();
  answer.resolve(answerOk());
  await stopped;
  expect((await underWay).status).toBe(200);
  await expect(sendRequest("/box")).rejects.toThrow();
});
