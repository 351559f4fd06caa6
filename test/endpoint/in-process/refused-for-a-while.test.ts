import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { toScaled } from "#lib/domain/value.ts";
import { postBox } from "#lib/endpoints/post-box.ts";
import { answerLookups, type LookupRequest, throughLookups } from "#lib/erp/lookup-function.ts";
import { handlerOf } from "#lib/http/endpoint.ts";
import { silent } from "#lib/metrics.ts";
import { clientSettings } from "#lib/page/client-settings.ts";
import { service } from "#lib/service.ts";
import { historyOf } from "#lib/store/history.ts";
import { createClient } from "#scanner/client/client.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import { patient } from "../../../commands/waits.ts";
import { virtualWorld } from "../../client/virtual-world.ts";
import { context, eventOf, openHandlers, type Received, type Sent } from "../../support/api.ts";
import { addressOf } from "../../support/client.ts";
import { gatewayAnswers, receivedOf } from "../../support/gateway-answers.ts";
import { randomFrom } from "../../support/random.ts";
import { fresh, itemOf, location, ordered, zongpai } from "../../support/samples.ts";
import { site } from "../../support/site.ts";
import { table } from "../../support/table.ts";

/** What refuses, and lets everything through again when it is over. */
type Trouble = {
  readonly send: (sent: Sent, random: () => number) => Promise<Received>;
  readonly over: () => void;
};

const { send } = await openHandlers(patient);

/** What the client's `fetch` is given, as the handlers take it. */
const sentOf = (address: string, { method = "GET", headers, body }: RequestInit): Sent => {
  const { pathname, searchParams } = new URL(address);
  return {
    ...{ method, path: pathname, query: [...searchParams] },
    headers: headers as Record<string, string>,
    ...(body == null ? {} : { body: String(body) }),
  };
};

/** The gateway gives an answer of its own, which the template has, to this share of the requests. */
const gatewayRefuses = (kind: string, share: number): Trouble => {
  const answer = gatewayAnswers(site).find(({ ResponseType }) => ResponseType === kind);
  if (!answer) throw new Error(`the gateway has no answer ${kind}`);
  let on = true;
  return {
    send: async (sent, random) => (on && random() < share ? receivedOf(answer) : send(sent)),
    over: () => {
      on = false;
    },
  };
};

/** A scan in so many milliseconds: the pace of a bell. */
const pace = 4_000;
/** Some five minutes, in which a client's waits have grown to the longest. */
const scans = 75;
const routes = ["post-box", "edit-box", "post-trace-location"] as const;

/**
 * A scanner's client in virtual time before real functions on a real table, which take no time in it. The worker scans on all the while,
 * three scans of each goods. In the end nothing is left, and each goods has its three events, once and in their order.
 */
const shift = async (trouble: Trouble, seed: number, looked = false) => {
  const random = randomFrom(seed);
  // In the past by the clock of the functions, so that no scan lies in their future.
  const start = Date.now() - 3_600_000;
  const onTheWay = new Set<Promise<unknown>>();
  const respond = async (url: string, init: RequestInit) => {
    const answer = trouble.send(sentOf(url, init), random);
    onTheWay.add(answer);
    const { status, headers, text } = await answer.finally(() => onTheWay.delete(answer));
    const date = new Date(clock.now()).toUTCString();
    return new Response(text, { status, headers: { ...Object.fromEntries(headers), date } });
  };
  const outside = async () => (await Promise.allSettled(onTheWay)).length > 0;
  const clock = virtualWorld(respond, random, { start, outside });
  const outcomes: string[] = [];
  const storage = memoryStorage();
  const client = createClient({
    baseUrl: "http://gateway.test",
    settings: clientSettings(site),
    storage,
    world: clock.world,
    onDone: (_, { state }) => void outcomes.push(state),
    onRefused: (_, { error_code }) => void outcomes.push(error_code),
  });
  const goods = Array.from({ length: scans / routes.length }, fresh);
  for (const n of goods)
    for (const route of routes) {
      const item = itemOf(n);
      if (route === "post-trace-location")
        await client.write(route, { zongpai: item.zongpai, location: location(1 + (n % 30)) });
      else await client.write(route, { ...item, quantity: route === "post-box" ? 2 : 3 });
      await clock.run(pace);
    }
  const during = {
    state: client.state(),
    outcomes: outcomes.length,
    waiting: client.entries().map(({ entry }) => entry.goods),
  };
  trouble.over();
  const end = clock.now();
  if (looked) clock.wake();
  await clock.run();
  const seconds = (clock.now() - end) / 1_000;
  expect([client.entries(), await storage.load()]).toEqual([[], []]);
  client.close();
  expect(outcomes).toEqual(Array.from({ length: scans }, () => "done"));
  for (const n of goods) {
    const rows = await historyOf(table, zongpai(n), { left: () => patient.budget });
    expect(rows.map(({ event }) => event.kind)).toEqual(["saved", "corrected", "moved"]);
  }
  return { during, goods, seconds };
};

/** Seconds: the longest pause of a client, and what Retry-After adds. */
const longest = (retryAfter: number) => 30 + retryAfter;

describe.each([
  [
    "a firewall's rule stops a scanner, or a quota of requests is met",
    1,
    ["WAF_FILTERED", "THROTTLED", "QUOTA_EXCEEDED"],
  ],
  ["Lambda throttles all functions", 1, ["INTEGRATION_FAILURE"]],
  ["no function or authorizer can be called", 5, ["AUTHORIZER_FAILURE", "API_CONFIGURATION_ERROR"]],
] as const)("while %s", (_, retryAfter, kinds) => {
  it.each(kinds)(
    "(%s) the queue waits in its order, and all of it is recorded once after it, within 30 s and Retry-After",
    async (kind) => {
      const { during, goods, seconds } = await shift(gatewayRefuses(kind, 1), 1);
      // The service is heard of: the worker's page does not say that the network is gone.
      const waiting = goods.flatMap((n) => routes.map(() => zongpai(n)));
      expect(during).toEqual({ state: "running", outcomes: 0, waiting });
      expect(seconds).toBeLessThanOrEqual(longest(retryAfter));
    },
  );

  it("the queue is sent at once after it on a device that somebody looks at again", async () => {
    expect((await shift(gatewayRefuses(kinds[0], 1), 4, true)).seconds).toBe(0);
  });
});

describe("while Lambda throttles", () => {
  it("half of the requests, nothing is set aside for it, and each is recorded once", async () => {
    await shift(gatewayRefuses("INTEGRATION_FAILURE", 0.5), 1);
  });

  const lambda = createServer();
  afterAll(() => void lambda.close().closeAllConnections());

  it("the look-up in the ERP, saves are answered to come back, and recorded once within 35 s after", async () => {
    let full = true;
    const known = toScaled(ordered, site.formats.quantity.decimals) ?? 0;
    const lookUp = answerLookups({
      box: async (box_no) => ({ box_no, quantity: known, columns: {} }),
      zongpai: async (reference) => ({ zongpai: reference, ordered: known }),
    });
    lambda.on("request", async (incoming, outgoing) => {
      const request = (await json(incoming)) as LookupRequest;
      const answer = full ? { Type: "User" } : await lookUp(request);
      outgoing.writeHead(full ? 429 : 200).end(JSON.stringify(answer));
    });
    await once(lambda.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(lambda.address() as AddressInfo).port}/`;
    const credentials = () => ({ accessKeyId: "id", secretAccessKey: "key" });
    const erp = throughLookups({ url, region: "eu-central-1", credentials }, patient.lookup);
    const parts = { site, table, erp };
    const save = handlerOf(postBox, parts, service(site, silent, { budget: patient.budget }));
    const { method, path } = addressOf("post-box");
    const answers = new Set<string>();
    const trouble: Trouble = {
      send: async (sent) => {
        if (sent.method !== method || sent.path !== path) return send(sent);
        const { statusCode: status, headers, body: text } = await save(eventOf(sent), context);
        if (full) answers.add(`${status} ${JSON.parse(text).error_code}`);
        return { status, headers: new Headers(headers as Record<string, string>), text };
      },
      over: () => {
        full = false;
      },
    };
    expect((await shift(trouble, 1)).seconds).toBeLessThanOrEqual(longest(5));
    const { status, code } = site.errors.product.erpUnavailable;
    expect([...answers]).toEqual([`${status} ${code}`]);
  });
});
