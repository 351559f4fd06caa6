import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createGateway, type Gateway, type Handler } from "#infra/local/gateway.ts";
import site from "#site";
import { handler as unrouted } from "../../functions/unrouted.ts";

const limit = site.limits.bodyBytes;

let seen: { readonly event: APIGatewayProxyEvent; readonly context: Context; readonly id: string }[];
let reply: Handler;
let gateway: Gateway;
let port: number;

const ok = async (): Promise<APIGatewayProxyResult> => ({ statusCode: 200, headers: { "content-type": "application/json" }, body: "{}" });

beforeEach(async () => {
  seen = [];
  reply = ok;
  gateway = createGateway({
    timeout: 200,
    handlerOf: async (id) => async (event, context) => {
      seen.push({ event, context, id });
      return id === "unrouted" ? unrouted(event) : reply(event, context);
    },
  });
  port = await gateway.listen(0);
});
afterEach(() => gateway.stop());

const url = (path: string) => `http://127.0.0.1:${port}${path}`;

const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(url("/box"), { method: "POST", body, headers: { "content-type": "application/json", ...headers } });

/** Sends bytes as they are and gives everything that comes back until the connection closes. */
const raw = async (...parts: string[]): Promise<string> => {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    text += chunk;
  });
  const closed = once(socket, "close");
  for (const part of parts) {
    socket.write(part, "latin1");
    await sleep(10);
  }
  await closed;
  return text;
};

const statusOf = (text: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
const bodyOf = (text: string): unknown => JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4));
const only = () => {
  expect(seen).toHaveLength(1);
  return (seen[0] as (typeof seen)[number]).event;
};
const errorBody = (code: string) => ({ error_code: code, message: expect.any(String), domain: "warehouse" });

describe("the event", () => {
  test("has the shape of REST API payload version 1", async () => {
    await fetch(url("/box/info?box_no=BX4"), { headers: { "User-Agent": "scanner/1" } });
    const event = only();
    expect(event).toMatchObject({
      resource: "/box/info",
      path: "/box/info",
      httpMethod: "GET",
      queryStringParameters: { box_no: "BX4" },
      multiValueQueryStringParameters: { box_no: ["BX4"] },
      pathParameters: null,
      stageVariables: null,
      body: null,
      isBase64Encoded: false,
    });
    expect(event.requestContext).toMatchObject({
      stage: "local",
      httpMethod: "GET",
      path: "/local/box/info",
      resourcePath: "/box/info",
      protocol: "HTTP/1.1",
      requestTime: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
      identity: { sourceIp: "127.0.0.1", userAgent: "scanner/1", userArn: null, apiKeyId: null },
    });
    expect(Math.abs(Date.now() - event.requestContext.requestTimeEpoch)).toBeLessThan(5_000);
  });

  test("comes with a context that tells the time that is left and the request's id", async () => {
    const answer = await post("{}");
    const { context, event, id } = seen[0] as (typeof seen)[number];
    expect(id).toBe("post-box");
    expect(context.awsRequestId).toBe(event.requestContext.requestId);
    expect(answer.headers.get("x-amzn-requestid")).toBe(context.awsRequestId);
    expect(context.getRemainingTimeInMillis()).toBeGreaterThan(9_000);
    expect(context.getRemainingTimeInMillis()).toBeLessThanOrEqual(10_000);
  });

  test("keeps header names as they were sent, all values in multiValueHeaders and the last one in headers", async () => {
    await raw("GET /box/info HTTP/1.1\r\nHost: x\r\nX-ScAnNeR: one\r\nx-scanner: two\r\nConnection: close\r\n\r\n");
    const event = only();
    expect(event.multiValueHeaders["X-ScAnNeR"]).toEqual(["one", "two"]);
    expect(event.headers["X-ScAnNeR"]).toBe("two");
    expect(event.headers).not.toHaveProperty("x-scanner");
  });

  test("keeps all values of a query parameter, decoded, and gives null when there is no query", async () => {
    await fetch(url("/box/info?a=1&a=2%2B3&b=x+y&c&__proto__=z"));
    await fetch(url("/box/info"));
    expect(seen[0]?.event.multiValueQueryStringParameters).toEqual(
      Object.fromEntries([
        ["a", ["1", "2+3"]],
        ["b", ["x y"]],
        ["c", [""]],
        ["__proto__", ["z"]],
      ]),
    );
    expect(seen[0]?.event.queryStringParameters?.a).toBe("2+3");
    expect(seen[1]?.event.queryStringParameters).toBeNull();
    expect(seen[1]?.event.multiValueQueryStringParameters).toBeNull();
  });

  test("carries text as it is, and base64 of bytes that are not UTF-8", async () => {
    await post('{"zongpai":"总排"}');
    await post(new Uint8Array([0xff, 0xfe, 0x00]));
    expect(seen[0]?.event).toMatchObject({ body: '{"zongpai":"总排"}', isBase64Encoded: false });
    expect(seen[1]?.event).toMatchObject({ body: "//4A", isBase64Encoded: true });
  });
});

describe("a body", () => {
  const chunked = (...sizes: number[]) =>
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const size of sizes) controller.enqueue(new Uint8Array(size).fill(32));
        controller.close();
      },
    });
  const postChunks = (...sizes: number[]) =>
    fetch(url("/box"), { method: "POST", body: chunked(...sizes), duplex: "half" } as RequestInit & { duplex: "half" });

  test("of exactly the site's limit passes, whole or in chunks", async () => {
    expect((await post(" ".repeat(limit))).status).toBe(200);
    expect((await postChunks(limit - 1, 1)).status).toBe(200);
    expect(seen.map(({ event }) => event.body?.length)).toEqual([limit, limit]);
  });

  test("one byte over the limit is refused with the error body, and no function sees it", async () => {
    const answer = await post(" ".repeat(limit + 1));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual(errorBody("BODY_TOO_LARGE"));
    expect(seen).toEqual([]);
  });

  test("in chunks is refused as soon as it passes the limit", async () => {
    const text = await raw(
      "POST /box HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
      `${(limit + 1).toString(16)}\r\n${" ".repeat(limit + 1)}\r\n`,
      "0\r\n\r\n",
    );
    expect(statusOf(text)).toBe(413);
    expect(bodyOf(text)).toEqual(errorBody("BODY_TOO_LARGE"));
  });

  test("that only declares too great a length is refused before it is sent", async () => {
    const text = await raw(`POST /box HTTP/1.1\r\nHost: x\r\nContent-Length: ${limit + 1}\r\n\r\n`, " ".repeat(limit + 1));
    expect(statusOf(text)).toBe(413);
    expect(text.toLowerCase()).toContain("connection: close");
  });

  test("of many megabytes still lets its client read the refusal", async () => {
    const answer = await post(Buffer.alloc(20 * 1_048_576, 32));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual(errorBody("BODY_TOO_LARGE"));
  });
});

describe("routing", () => {
  test("answers an unknown address with 404 and a wrong method with 405 and what is allowed", async () => {
    const unknown = await fetch(url("/nowhere"));
    expect([unknown.status, await unknown.json()]).toEqual([404, errorBody("UNKNOWN_ROUTE")]);
    const wrong = await fetch(url("/box"), { method: "PUT" });
    expect([wrong.status, await wrong.json()]).toEqual([405, errorBody("METHOD_NOT_ALLOWED")]);
    expect(wrong.headers.get("allow")).toBe("POST, PATCH, DELETE");
  });

  test.each(["/box/", "/BOX", "//box", "/box/../box", "/box%2Finfo"])("takes paths exactly: %s is none", async (path) => {
    expect(statusOf(await raw(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`))).toBe(404);
  });

  test("answers a method that nobody has heard of like any wrong method", async () => {
    const text = await raw("FROBNICATE /box HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(statusOf(text)).toBe(405);
    expect(text).toContain("allow: POST, PATCH, DELETE");
  });

  test("takes a request target in absolute form", async () => {
    expect(statusOf(await raw("GET http://example.org/box/info?box_no=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))).toBe(200);
    expect(only()).toMatchObject({ path: "/box/info", queryStringParameters: { box_no: "1" } });
  });
});

describe("what is no request", () => {
  test.each([
    ["garbage", "\x16\x03\x01 no HTTP at all\r\n\r\n", 404],
    ["a bare line feed in a header", "GET /box HTTP/1.1\r\nHost: x\r\nIdempotency-Key: a\nb\r\n\r\n", 404],
    ["a carriage return in a header", "GET /box HTTP/1.1\r\nHost: x\r\nIdempotency-Key: a\rb\r\n\r\n", 404],
    ["a NUL in a header", "GET /box HTTP/1.1\r\nHost: x\r\nIdempotency-Key: a\0b\r\n\r\n", 404],
    ["two lengths", "POST /box HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}", 404],
    ["a length beside chunks", "POST /box HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 404],
    ["a broken chunk", "POST /box HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n", 404],
    ["headers beyond measure", `GET /box HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`, 413],
    ["a tunnel", "CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n", 404],
  ])("is answered with the error body: %s", async (_, request, status) => {
    const text = await raw(request);
    expect(statusOf(text)).toBe(status);
    expect(bodyOf(text)).toEqual(errorBody(status === 413 ? "BODY_TOO_LARGE" : "UNKNOWN_ROUTE"));
    expect(text.toLowerCase()).toContain("content-type: application/json");
    expect(seen).toEqual([]);
  });

  test("garbage after a whole request does not take the place of that request's answer", async () => {
    reply = async () => {
      await sleep(50);
      return ok();
    };
    const text = await raw("GET /box/info HTTP/1.1\r\nHost: x\r\n\r\n\x01\x02 garbage\r\n\r\n");
    expect(statusOf(text)).toBe(200);
  });

  test.each([
    ["without a Host header", "GET /box/info HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["with an expectation that nobody knows", "GET /box/info HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n"],
    ["with an upgrade that is not offered", "GET /box/info HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n"],
  ])("a request %s reaches its function all the same", async (_, request) => {
    const socket = connect(port, "127.0.0.1").setEncoding("latin1");
    socket.write(request, "latin1");
    const [text] = (await once(socket, "data")) as [string];
    socket.destroy();
    expect(statusOf(text)).toBe(200);
  });
});

describe("the answer", () => {
  test("is the handler's status, headers, header lists and body, text or base64", async () => {
    reply = async () => ({
      statusCode: 201,
      headers: { "X-One": "1", "x-many": "lost", "content-length": "999", "x-flag": true },
      multiValueHeaders: { "X-Many": ["a", "b"] },
      body: Buffer.from([1, 2, 255]).toString("base64"),
      isBase64Encoded: true,
    });
    const answer = await post("{}");
    expect(answer.status).toBe(201);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from([1, 2, 255]));
    const { headers } = answer;
    expect(["x-one", "x-many", "x-flag", "content-length", "content-type"].map((name) => headers.get(name))).toEqual([
      "1",
      "a, b",
      "true",
      "3",
      "application/json",
    ]);
  });

  test.each<[string, Handler]>([
    ["a function that throws", () => Promise.reject(new Error("secret"))],
    ["a result that is no proxy response", async () => ({ hello: "world" }) as unknown as APIGatewayProxyResult],
    ["a header that no connection can carry", async () => ({ statusCode: 200, headers: { "x-bad": "a\r\nb: c" }, body: "" })],
  ])("to %s is the error body for a fault of the service, without a word of it", async (_, broken) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    reply = broken;
    const answer = await post("{}");
    expect([answer.status, await answer.json()]).toEqual([500, errorBody("INTERNAL")]);
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });

  test("to a function that takes too long is the time-out's error body", async () => {
    reply = () => new Promise(() => {});
    const answer = await post("{}");
    expect([answer.status, await answer.json()]).toEqual([504, errorBody("TIMEOUT")]);
  });

  test("to HEAD has no body", async () => {
    const text = await raw("HEAD /box/info HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(statusOf(text)).toBe(405);
    expect(text.endsWith("\r\n\r\n")).toBe(true);
  });
});

describe("stopping", () => {
  test("finishes what is under way, takes nothing new and frees the port", async () => {
    reply = async () => {
      await sleep(100);
      return ok();
    };
    const underWay = post("{}");
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    await gateway.stop();
    expect((await underWay).status).toBe(200);
    await expect(fetch(url("/box"))).rejects.toThrow();
  });

  test("does not wait for clients that keep an idle connection", async () => {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const start = Date.now();
    await gateway.stop();
    expect(Date.now() - start).toBeLessThan(1_000);
    socket.destroy();
  });
});
