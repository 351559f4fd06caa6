import { randomUUID } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { buffer } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { deadlineWithin } from "#lib/domain/operation.ts";
import { leastForWriteMs, openTable } from "#lib/store/client.ts";
import { commit } from "#lib/store/commit.ts";
import { primingTable } from "#lib/store/priming.ts";
import { onLoopback } from "../support/loopback.ts";
import { anOperation } from "../support/operation.ts";
import { patient } from "../support/waits.ts";

type Taken = {
  readonly method: string | undefined;
  readonly host: string | undefined;
  readonly body: string;
};

/** A table whose DynamoDB answers so. `taken`: the requests that arrived; `closed`: the number of closed connections. */
const tableAnsweredBy = async (answer: RequestListener, attemptLimit: number = patient.attempt) => {
  const seen = { taken: [] as Taken[], closed: 0 };
  const server = createServer(async (request, response) => {
    const { method, headers } = request;
    seen.taken.push({ method, host: headers.host, body: `${await buffer(request)}` });
    answer(request, response);
  });
  server.on("connection", (socket) => socket.on("close", () => (seen.closed += 1)));
  const { url: endpoint, stop } = await onLoopback(server);
  onTestFinished(stop);
  return { table: openTable({ name: "T", endpoint, attemptLimit }), seen };
};

const write = (table: ReturnType<typeof openTable>, ms: number, attempts = { doubt: false }) => {
  const deadline = deadlineWithin(ms);
  const operation = { ...anOperation(`goods-${randomUUID()}`, "test"), deadline, attempts };
  const event = { kind: "saved" as const, box_no: "B", quantity: 1 };
  return commit(table, operation, () => ({ result: {}, event, effects: [] }));
};

/** Headers come at once, the body never ends. */
const stall: RequestListener = (_, response) => {
  response.writeHead(200, { "content-type": "application/x-amz-json-1.0" });
  response.write("{");
};
const succeed: RequestListener = (_, response) => void response.end("{}");

describe("exactly once: an answer that stops in its body", () => {
  it.each([
    ["a whole attempt", 1_000],
    ["less than an attempt", 10_000],
  ])("ends at the deadline, in doubt, with time for %s", async (_, attemptLimit) => {
    const { table, seen } = await tableAnsweredBy(stall, attemptLimit);
    const begun = performance.now();
    const ms = leastForWriteMs + 1_500;
    await expect(write(table, ms)).rejects.toMatchObject({ condition: "timeout" });
    expect(performance.now() - begun).toBeLessThan(ms + 5_000);
    expect(seen.taken.length).toBeGreaterThan(0);
  });

  it("ends at the limit of an attempt, and the next attempt is recorded", async () => {
    const answers = [stall, succeed];
    const { table, seen } = await tableAnsweredBy((request, response) => {
      answers.shift()?.(request, response);
    }, 1_000);
    expect(await write(table, patient.budget)).toMatchObject({ kind: "recorded" });
    expect(seen.taken).toHaveLength(2);
    await expect.poll(() => seen.closed).toBe(1);
  });
});

it.each([
  ["an answer whose headers never end", "x-slow: ", true],
  ["an answer whose body never ends", "content-length: 100000\r\n\r\n", false],
])("exactly once: %s is given up", async (_, beginning, isClosed) => {
  let connections = 0;
  let closed = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.on("error", () => {});
    socket.write(`HTTP/1.1 200 OK\r\n${beginning}`);
    const drip = setInterval(() => socket.write("x"), 50);
    socket.on("close", () => {
      closed += 1;
      clearInterval(drip);
    });
  });
  const { url: endpoint, stop } = await onLoopback(server);
  onTestFinished(stop);
  const table = openTable({ name: "T", endpoint, attemptLimit: 300 });
  await expect(write(table, 2_000)).rejects.toMatchObject({ condition: "timeout" });
  expect(connections).toBeGreaterThan(1);
  if (isClosed) await expect.poll(() => closed).toBe(connections);
});

describe("a table after it was primed", () => {
  it.each([
    ["first", 0],
    ["after a write", 1],
  ])("sends its transactions, also if it is primed %s", async (_, before) => {
    const { table, seen } = await tableAnsweredBy(succeed);
    for (let made = 0; made < before; made += 1) await write(table, patient.budget);
    await write(primingTable(table), patient.budget);
    await write(table, patient.budget);
    await write(table, patient.budget);
    const methods = [...Array.from({ length: before }, () => "POST"), "GET", "POST", "POST"];
    expect(seen.taken.map(({ method }) => method)).toEqual(methods);
    expect(new Set(seen.taken.map(({ host }) => host)).size).toBe(1);
  });

  it("resolves the steps of a transaction once", async () => {
    const { table } = await tableAnsweredBy(succeed);
    await write(table, patient.budget);
    let steps = 0;
    table.transactions.middlewareStack.add((next) => (args) => {
      steps += 1;
      return next(args);
    });
    await write(table, patient.budget);
    expect(steps).toBe(0);
  });
});
