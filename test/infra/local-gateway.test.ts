import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { APIGatewayProxyResult } from "aws-lambda";
import { describe, expect, test, vi } from "vitest";
import { mostTaken as limit } from "#infra/local/gateway.ts";
import type { LambdaHandler } from "#lib/in-process.ts";
import { errorBody, gatewayForEach, ok, statusOf } from "./local-gateway-rig.ts";

const rig = gatewayForEach();

describe("the event", () => {
  test("has the shape of REST API payload version 1", async () => {
    await fetch(rig.url("/box/info?box_no=BX4"), { headers: { "User-Agent": "scanner/1" } });
    const { event } = rig.call();
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
      path: "/box/info",
      resourcePath: "/box/info",
      protocol: "HTTP/1.1",
      requestTime: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
      identity: { sourceIp: "127.0.0.1", userAgent: "scanner/1", userArn: null, apiKeyId: null },
    });
    expect(Math.abs(Date.now() - event.requestContext.requestTimeEpoch)).toBeLessThan(5_000);
  });

  test("comes with a context that tells the time that is left and the request's id", async () => {
    const start = performance.now();
    const answer = await rig.post("{}");
    const { context, event, id } = rig.call();
    expect(id).toBe("post-box");
    expect(context.awsRequestId).toBe(event.requestContext.requestId);
    expect(answer.headers.get("x-amzn-requestid")).toBe(context.awsRequestId);
    const left = context.getRemainingTimeInMillis();
    expect(left).toBeLessThanOrEqual(10_000);
    expect(left).toBeGreaterThanOrEqual(9_999 - (performance.now() - start));
  });

  test("keeps header names as they were sent, all values in multiValueHeaders and the last one in headers", async () => {
    await rig.raw(
      "GET /box/info HTTP/1.1\r\nHost: x\r\nX-ScAnNeR: one\r\nx-scanner: two\r\nConnection: close\r\n\r\n",
    );
    const { event } = rig.call();
    expect(event.multiValueHeaders["X-ScAnNeR"]).toEqual(["one", "two"]);
    expect(event.headers["X-ScAnNeR"]).toBe("two");
    expect(event.headers).not.toHaveProperty("x-scanner");
  });

  test("keeps all values of a query parameter, decoded, and gives null when there is no query", async () => {
    await fetch(rig.url("/box/info?a=1&a=2%2B3&b=x+y&c&__proto__=z"));
    await fetch(rig.url("/box/info"));
    expect(rig.seen[0]?.event.multiValueQueryStringParameters).toEqual(
      Object.fromEntries([
        ["a", ["1", "2+3"]],
        ["b", ["x y"]],
        ["c", [""]],
        ["__proto__", ["z"]],
      ]),
    );
    expect(rig.seen[0]?.event.queryStringParameters?.a).toBe("2+3");
    expect(rig.seen[1]?.event.queryStringParameters).toBeNull();
    expect(rig.seen[1]?.event.multiValueQueryStringParameters).toBeNull();
  });

  test("carries text as it is, and base64 of bytes that are not UTF-8", async () => {
    await rig.post('{"zongpai":"总排"}');
    await rig.post(new Uint8Array([0xff, 0xfe, 0x00]));
    expect(rig.seen[0]?.event).toMatchObject({
      body: '{"zongpai":"总排"}',
      isBase64Encoded: false,
    });
    expect(rig.seen[1]?.event).toMatchObject({ body: "//4A", isBase64Encoded: true });
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
    fetch(rig.url("/box"), {
      method: "POST",
      body: chunked(...sizes),
      duplex: "half",
    } as RequestInit & { duplex: "half" });

  test("passes up to what API Gateway takes, whole or in chunks: the site's own limit is the function's to tell", async () => {
    expect((await rig.post(" ".repeat(limit))).status).toBe(200);
    expect((await postChunks(limit - 1, 1)).status).toBe(200);
    expect(rig.seen.map(({ event }) => event.body?.length)).toEqual([limit, limit]);
  });

  test("one byte over that is refused with the error body, and no function sees it", async () => {
    const answer = await rig.post(" ".repeat(limit + 1));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual(errorBody("BODY_TOO_LARGE"));
    expect(rig.seen).toEqual([]);
  });

  test("in a coding is refused", async () => {
    const answer = await rig.post(gzipSync("{}"), { "content-encoding": "gzip" });
    expect([answer.status, await answer.json()]).toEqual([
      415,
      errorBody("UNSUPPORTED_MEDIA_TYPE"),
    ]);
    expect(rig.seen).toEqual([]);
  });
});

describe("the answer", () => {
  test("is the handler's status, headers, header lists and body, text or base64", async () => {
    rig.reply = async () => ({
      statusCode: 201,
      headers: { "X-One": "1", "x-many": "lost", "content-length": "999", "x-flag": true },
      multiValueHeaders: { "X-Many": ["a", "b"] },
      body: Buffer.from([1, 2, 255]).toString("base64"),
      isBase64Encoded: true,
    });
    const answer = await rig.post("{}");
    expect(answer.status).toBe(201);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from([1, 2, 255]));
    const { headers } = answer;
    expect(
      ["x-one", "x-many", "x-flag", "content-length", "content-type"].map((name) =>
        headers.get(name),
      ),
    ).toEqual(["1", "a, b", "true", "3", "application/json"]);
  });

  test.each<[string, LambdaHandler]>([
    ["a function that throws", () => Promise.reject(new Error("secret"))],
    [
      "a result that is no proxy response",
      async () => ({ hello: "world" }) as unknown as APIGatewayProxyResult,
    ],
  ])(
    "to %s is the error body for a fault of the service, without a word of it",
    async (_, broken) => {
      const log = vi.spyOn(console, "error").mockImplementation(() => {});
      rig.reply = broken;
      const answer = await rig.post("{}");
      expect([answer.status, await answer.json()]).toEqual([500, errorBody("INTERNAL")]);
      expect(log).toHaveBeenCalledOnce();
      log.mockRestore();
    },
  );

  test("to a function that takes too long is the time-out's error body", async () => {
    rig.reply = () => new Promise(() => {});
    const answer = await rig.post("{}");
    expect([answer.status, await answer.json()]).toEqual([504, errorBody("TIMEOUT")]);
  });

  test("to HEAD has no body", async () => {
    const text = await rig.raw("HEAD /box/info HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(statusOf(text)).toBe(405);
    expect(text.endsWith("\r\n\r\n")).toBe(true);
  });
});

describe("stopping", () => {
  test("finishes what is under way, takes nothing new and frees the port", async () => {
    rig.reply = async () => {
      await sleep(100);
      return ok();
    };
    const underWay = rig.post("{}");
    await vi.waitFor(() => expect(rig.seen).toHaveLength(1), 60_000);
    await rig.gateway.stop();
    expect((await underWay).status).toBe(200);
    await expect(fetch(rig.url("/box"))).rejects.toThrow();
  });

  test("does not wait for clients that keep an idle connection", async () => {
    const socket = connect(rig.port, "127.0.0.1");
    await once(socket, "connect");
    const start = performance.now();
    await rig.gateway.stop();
    // For what is under way it would wait five seconds.
    expect(performance.now() - start).toBeLessThan(4_000);
    socket.destroy();
  });
});
