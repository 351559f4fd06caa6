import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { bodyOf, errorBody, gatewayForEach, statusOf } from "./local-gateway-rig.ts";

const rig = gatewayForEach();

describe("§7.1 the local gateway's own refusals have the error body", () => {
  test("for an unknown address, and for a wrong method with what is allowed", async () => {
    const unknown = await fetch(rig.url("/nowhere"));
    expect([unknown.status, await unknown.json()]).toEqual([404, errorBody("UNKNOWN_ROUTE")]);
    const wrong = await fetch(rig.url("/box"), { method: "PUT" });
    expect([wrong.status, await wrong.json()]).toEqual([405, errorBody("METHOD_NOT_ALLOWED")]);
    expect(wrong.headers.get("allow")).toBe("POST, PATCH, DELETE");
  });

  test.each(["/box/", "/BOX", "//box", "/box/../box", "/box%2Finfo"])(
    "for %s: paths are taken exactly",
    async (path) => {
      expect(
        statusOf(await rig.raw(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)),
      ).toBe(404);
    },
  );

  test.each([
    ["garbage", "\x16\x03\x01 no HTTP at all\r\n\r\n", 404],
    ["a NUL in a header", "GET /box HTTP/1.1\r\nHost: x\r\nIdempotency-Key: a\0b\r\n\r\n", 404],
    [
      "headers that are too large",
      `GET /box HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`,
      413,
    ],
  ])("for what is no request: %s", async (_, request, status) => {
    const text = await rig.raw(request);
    expect(statusOf(text)).toBe(status);
    expect(bodyOf(text)).toEqual(errorBody(status === 413 ? "BODY_TOO_LARGE" : "UNKNOWN_ROUTE"));
    expect(text.toLowerCase()).toContain("content-type: application/json");
    expect(rig.seen).toEqual([]);
  });

  test("and a client that hangs up in mid-request does no harm", async () => {
    const socket = connect(rig.port, "127.0.0.1");
    socket.end("POST /box HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{");
    await new Promise((resolve) => socket.once("close", resolve));
    expect((await rig.post("{}")).status).toBe(200);
    expect(rig.seen).toHaveLength(1);
  });
});
