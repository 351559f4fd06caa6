import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { bodyOf, errorBody, gatewayForEach, ok, statusOf } from "./local-gateway-rig.ts";

const rig = gatewayForEach();

describe("routing", () => {
  test("answers an unknown address with 404 and a wrong method with 405 and what is allowed", async () => {
    const unknown = await fetch(rig.url("/nowhere"));
    expect([unknown.status, await unknown.json()]).toEqual([404, errorBody("UNKNOWN_ROUTE")]);
    const wrong = await fetch(rig.url("/box"), { method: "PUT" });
    expect([wrong.status, await wrong.json()]).toEqual([405, errorBody("METHOD_NOT_ALLOWED")]);
    expect(wrong.headers.get("allow")).toBe("POST, PATCH, DELETE");
  });

  test.each(["/box/", "/BOX", "//box", "/box/../box", "/box%2Finfo"])(
    "takes paths exactly: %s is none",
    async (path) => {
      expect(
        statusOf(await rig.raw(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)),
      ).toBe(404);
    },
  );

  test("answers a method that nobody has heard of like any wrong method", async () => {
    const text = await rig.raw("FROBNICATE /box HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(statusOf(text)).toBe(405);
    expect(text).toContain("allow: POST, PATCH, DELETE");
  });

  test("takes a request target in absolute form", async () => {
    expect(
      statusOf(
        await rig.raw(
          "GET http://example.org/box/info?box_no=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        ),
      ),
    ).toBe(200);
    expect(rig.call().event).toMatchObject({
      path: "/box/info",
      queryStringParameters: { box_no: "1" },
    });
  });
});

describe("what is no request", () => {
  test.each([
    ["garbage", "\x16\x03\x01 no HTTP at all\r\n\r\n", 404],
    [
      "a bare line feed in a header",
      "GET /box HTTP/1.1\r\nHost: x\r\nIdempotency-Key: a\nb\r\n\r\n",
      404,
    ],
    [
      "a carriage return in a header",
      "GET /box HTTP/1.1\r\nHost: x\r\nIdempotency-Key: a\rb\r\n\r\n",
      404,
    ],
    ["a NUL in a header", "GET /box HTTP/1.1\r\nHost: x\r\nIdempotency-Key: a\0b\r\n\r\n", 404],
    [
      "two lengths",
      "POST /box HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
      404,
    ],
    [
      "a length beside chunks",
      "POST /box HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      404,
    ],
    [
      "a broken chunk",
      "POST /box HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n",
      404,
    ],
    [
      "headers beyond measure",
      `GET /box HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`,
      413,
    ],
    ["a tunnel", "CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n", 404],
  ])("is answered with the error body: %s", async (_, request, status) => {
    const text = await rig.raw(request);
    expect(statusOf(text)).toBe(status);
    expect(bodyOf(text)).toEqual(errorBody(status === 413 ? "BODY_TOO_LARGE" : "UNKNOWN_ROUTE"));
    expect(text.toLowerCase()).toContain("content-type: application/json");
    expect(rig.seen).toEqual([]);
  });

  test("garbage after a whole request does not take the place of that request's answer", async () => {
    rig.reply = async () => {
      await sleep(50);
      return ok();
    };
    const text = await rig.raw("GET /box/info HTTP/1.1\r\nHost: x\r\n\r\n\x01\x02 garbage\r\n\r\n");
    expect(statusOf(text)).toBe(200);
  });

  test.each([
    ["without a Host header", "GET /box/info HTTP/1.1\r\nConnection: close\r\n\r\n"],
    [
      "with an expectation that nobody knows",
      "GET /box/info HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n",
    ],
    [
      "with an upgrade that is not offered",
      "GET /box/info HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
    ],
  ])("a request %s reaches its function all the same", async (_, request) => {
    const socket = connect(rig.port, "127.0.0.1").setEncoding("latin1");
    socket.write(request, "latin1");
    const [text] = (await once(socket, "data")) as [string];
    socket.destroy();
    expect(statusOf(text)).toBe(200);
  });
});
