import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { connect, NoAnswerError } from "../../commands/replay/client.ts";

type Turn = (response: ServerResponse, request: IncomingMessage) => void;

const stopping = new Set<() => void>();
afterEach(() => {
  for (const stop of stopping) stop();
  stopping.clear();
});

/** A server that answers each request with the next turn, the last one for ever; and the keys that it was sent. */
const served = async (...turns: Turn[]) => {
  const keys: (string | string[] | undefined)[] = [];
  const server: Server = createServer((request, response) => {
    keys.push(request.headers["idempotency-key"]);
    turns[Math.min(keys.length, turns.length) - 1]?.(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const abort = new AbortController();
  stopping.add(() => {
    abort.abort();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { keys, client: connect(`http://127.0.0.1:${port}`, abort.signal), abort };
};

const write = { method: "POST", path: "/box", body: { quantity: 3 }, key: "replay-aw-box-PO4-5" };
const status =
  (code: number, headers = {}): Turn =>
  (response) =>
    response.writeHead(code, headers).end("{}");
const lost: Turn = (response) => response.destroy();

test("503, 504, 429 and a lost answer are sent again with the same key, and the attempts are counted", async () => {
  const { keys, client } = await served(status(503), lost, status(429), status(504), status(201, { "idempotency-replayed": "true" }));
  expect(await client.send(write)).toMatchObject({ status: 201, body: "{}", replayed: true, retries: 4 });
  expect(new Set(keys)).toEqual(new Set([write.key]));
});

test("Retry-After is waited for", async () => {
  const { client } = await served(status(503, { "retry-after": "1" }), status(201));
  const from = performance.now();
  await client.send(write);
  expect(performance.now() - from).toBeGreaterThan(990);
});

test("a refusal is final", async () => {
  const { keys, client } = await served(status(409), status(201));
  expect(await client.send(write)).toMatchObject({ status: 409, retries: 0, replayed: false });
  expect(keys).toHaveLength(1);
});

test("when nobody answers, the client gives up and says where", async () => {
  const { keys, client } = await served(lost);
  await expect(client.send(write)).rejects.toThrow(NoAnswerError);
  expect(keys).toHaveLength(8);
});

test("a request under way ends when the replay is stopped", async () => {
  const { client, abort } = await served(() => setTimeout(() => abort.abort(), 20));
  await expect(client.send(write)).rejects.toThrow();
});
