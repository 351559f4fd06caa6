import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { ErpReader } from "#lib/domain/erp.ts";
import { answerLookups, erpThroughLookups, type LookupRequest } from "#lib/erp/lookup-function.ts";
import { Refusal } from "#lib/errors.ts";
import { onLoopback } from "../support/loopback.ts";
import { keepOutput } from "../support/output.ts";

vi.hoisted(() => {
  process.env.LOG_LEVEL = "WARN";
});
const output = keepOutput();

const box = { box_no: "BX1", quantity: 5, columns: { ship_method: "sea", ship_date: null } };
const well: ErpReader = {
  box: async (boxNo) => (boxNo === box.box_no ? box : undefined),
  zongpai: async (zongpai) => (zongpai === "PO1" ? { zongpai, ordered: 7 } : undefined),
  boxesOfDay: async ({ day, after, size }) => ({
    boxes: [{ box_no: `${day} ${after} ${size}`, quantity: 5 }],
    next: "BX1",
  }),
};

/** Lambda's API in front of the look-up function on this ERP. It runs at most as many environments as the site grants connections. */
let erp = well;
let connections = 100;
let atOnce = 0;
const allInUse = '{"Type":"User","Reason":"ReservedFunctionConcurrentInvocationLimitExceeded"}';
/** Lambda's answer to a request that it throttles. */
let throttled = allInUse;
const asked: { readonly request: LookupRequest; readonly signed: boolean }[] = [];
let server: Awaited<ReturnType<typeof onLoopback>>;
let through: ErpReader;

const caller = { region: "eu-central-1", accessKeyId: "id", secretAccessKey: "key" };
const at = (url: string) => erpThroughLookups(url, caller);

beforeAll(async () => {
  const lambda = createServer(async (incoming, outgoing) => {
    const request = (await json(incoming)) as LookupRequest;
    if (atOnce >= connections) return void outgoing.writeHead(429).end(throttled);
    atOnce += 1;
    asked.push({
      request,
      signed: /^AWS4-HMAC-SHA256 .*\/eu-central-1\/lambda\/aws4_request/.test(
        incoming.headers.authorization ?? "",
      ),
    });
    const answer = await answerLookups(erp)(request).catch((error: Error) => error);
    atOnce -= 1;
    const failed = answer instanceof Error;
    outgoing
      .writeHead(200, failed ? { "x-amz-function-error": "Unhandled" } : {})
      .end(JSON.stringify(failed ? { errorType: answer.name } : answer));
  });
  server = await onLoopback(lambda);
  through = at(`${server.url}/2015-03-31/functions/lookup/invocations`);
});
afterEach(() => {
  output.clear();
  erp = well;
  connections = 100;
  throttled = allInUse;
});
afterAll(() => {
  vi.restoreAllMocks();
  return server.stop();
});

const deadline = { left: () => 30_000 };
const unavailable = (retryAfter?: number) =>
  expect.objectContaining({ condition: "erpUnavailable", retryAfter });

describe("an ERP that is asked through the look-up function", () => {
  it("answers the row, or that there is none, to a signed request", async () => {
    expect(await through.box("BX1", deadline)).toEqual(box);
    expect(await through.zongpai("PO1", deadline)).toEqual({ zongpai: "PO1", ordered: 7 });
    expect(
      await Promise.all([through.box("BX2", deadline), through.zongpai("PO2", deadline)]),
    ).toEqual([undefined, undefined]);
    expect(asked.every(({ signed }) => signed)).toBe(true);
  });

  it("answers a page of the boxes of a day", async () => {
    const page = await through.boxesOfDay({ day: "2026-11-28", after: "BX0", size: 50 }, deadline);
    expect(page).toEqual({
      boxes: [{ box_no: "2026-11-28 BX0 50", quantity: 5 }],
      next: "BX1",
    });
  });

  it.each([
    [4_500, 3_900],
    [1_800, 1_200],
    [1_500, 1_200],
    [900, 900],
    [-5, 1],
  ])("with %i ms left may wait %i ms for a connection and its answer", async (left, waited) => {
    asked.length = 0;
    await through.box("BX1", { left: () => left }).catch(() => {});
    // With so little time the request may not even be sent.
    if (left > 0) expect(asked.map(({ request }) => request.left)).toEqual([waited]);
  });

  it.each([
    ["ReservedFunctionInvocationRateLimitExceeded", /ten look-ups a second for each connection/],
    ["ConcurrentInvocationLimitExceeded", /the account's limit of functions that run at once/],
    ["FunctionInvocationRateLimitExceeded", /the account's limit of calls a second/],
    ["CallerRateLimitExceeded", /the account's limit of calls a second/],
    ["ConcurrentSnapshotCreateLimitExceeded", /^Lambda throttled/],
    ["constructor", /^Lambda throttled/],
  ])("tells that Lambda throttled it because of %s", async (Reason, told) => {
    connections = 0;
    throttled = JSON.stringify({ Type: "User", Reason, message: "Rate Exceeded." });
    await expect(through.box("BX1", deadline)).rejects.toEqual(unavailable());
    expect(output.lines().map(({ reason }) => reason)).toEqual([expect.stringMatching(told)]);
  });

  it.each(["", "null", "[]", "<html>", '{"Type":"User"}'])(
    "tells that it was throttled if the answer is %j",
    async (answer) => {
      connections = 0;
      throttled = answer;
      await expect(through.box("BX1", deadline)).rejects.toEqual(unavailable());
      expect(output.lines().map(({ reason }) => reason)).toEqual([
        "Lambda throttled the look-up function",
      ]);
    },
  );

  it("is unavailable when the function reports it, with the seconds to wait", async () => {
    erp = { ...well, box: () => Promise.reject(new Refusal("erpUnavailable", {}, 17)) };
    await expect(through.box("BX1", deadline)).rejects.toEqual(unavailable(17));
  });

  it("names the row and the column that do not fit, as that function reports", async () => {
    const detail = { reference: "PO1", column: "v.quantity" };
    erp = { ...well, zongpai: () => Promise.reject(new Refusal("erpRowInvalid", detail)) };
    await expect(through.zongpai("PO1", deadline)).rejects.toEqual(
      expect.objectContaining({ condition: "erpRowInvalid", detail }),
    );
  });

  it("is unavailable while all connections that the site grants are in use", async () => {
    connections = 1;
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    erp = { ...well, zongpai: async (zongpai) => answered.then(() => ({ zongpai, ordered: 1 })) };
    const first = through.zongpai("PO1", deadline);
    await vi.waitUntil(() => atOnce === 1, 20_000);
    await expect(through.zongpai("PO3", deadline)).rejects.toEqual(unavailable());
    expect(output.lines().map(({ reason }) => reason)).toEqual([
      "all connections that the site grants are in use",
    ]);
    answer();
    expect(await first).toEqual({ zongpai: "PO1", ordered: 1 });
    expect(await through.zongpai("PO3", deadline)).toEqual({ zongpai: "PO3", ordered: 1 });
  });

  it("is unavailable if the function fails, is missing, or takes too long", async () => {
    erp = { ...well, box: async () => Promise.reject(new TypeError("a fault")) };
    await expect(through.box("BX1", deadline)).rejects.toEqual(unavailable());
    const nowhere = at("http://127.0.0.1:9/");
    await expect(nowhere.box("BX1", deadline)).rejects.toEqual(unavailable());
    erp = { ...well, box: () => new Promise(() => {}) };
    await expect(through.box("BX1", { left: () => 200 })).rejects.toEqual(unavailable());
  });
});
