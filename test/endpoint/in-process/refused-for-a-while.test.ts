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
const sentOf = (address: string, init: RequestInit): Sent => {
  const { pathname, searchParams } = new URL(address);
  return {
    method: init.method ?? "GET",
    path: pathname,
    headers: init.headers as Record<string, string>,
    query: [...searchParams],
    ...(init.body == null ? {} : { body: String(init.body) }),
  };
};
const answers = new Map(gatewayAnswers(site).map((answer) => [answer.ResponseType, answer]));

/** The gateway gives an answer of its own, which the template has, to this share of the requests. */
const gatewayRefuses = (kind: string, share: number): Trouble => {
  const answer = answers.get(kind);
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
const lasts = 75;
const routes = ["post-box", "edit-box", "post-trace-location"] as const;

/**
 * A scanner's client in virtual time, and before it real functions on a real table, which take no time in it; what refuses is a stand-in.
 * The worker scans on all the while, three scans of each goods.
 */
const shift = async (trouble: Trouble, seed: number, looked = false) => {
  const random = randomFrom(seed);
  // In the past by the clock of the functions, so that no scan lies in their future.
  const start = Date.now() - 3_600_000;
  const onTheWay = new Set<Promise<unknown>>();
  let [requests, slowest] = [0, 0];
  const respond = async (url: string, init: RequestInit) => {
    requests += 1;
    const answer = trouble.send(sentOf(url, init), random);
    onTheWay.add(answer);
    const { status, headers, text } = await answer.finally(() => onTheWay.delete(answer));
    return new Response(text, {
      status,
      headers: { ...Object.fromEntries(headers), date: new Date(clock.now()).toUTCString() },
    });
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
    onDone: ({ queuedAt }, { state }) => {
      outcomes.push(state);
      slowest = Math.max(slowest, (clock.now() - queuedAt) / 1_000);
    },
    onRefused: (_, { error_code }) => outcomes.push(error_code),
  });
  const goods = Array.from({ length: lasts / routes.length }, fresh);
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
    requests,
    waiting: client.entries().map(({ entry }) => entry.goods),
  };
  trouble.over();
  const end = clock.now();
  if (looked) clock.wake();
  await clock.run();
  const waited = (clock.now() - end) / 1_000;
  const left = client.entries();
  client.close();
  const histories = await Promise.all(
    goods.map((n) => historyOf(table, zongpai(n), { left: () => patient.budget })),
  );
  const kept = await storage.load();
  return {
    during,
    outcomes,
    left,
    kept,
    waited,
    slowest,
    histories: histories.map((rows) => rows.map(({ event }) => event.kind)),
    goods,
  };
};

/** Nothing is left, and each goods has its three events, once and in their order. */
const expectAll = ({ outcomes, left, kept, histories }: Awaited<ReturnType<typeof shift>>) => {
  expect([left, kept]).toEqual([[], []]);
  expect(outcomes).toEqual(Array.from({ length: lasts }, () => "done"));
  for (const kinds of histories) expect(kinds).toEqual(["saved", "corrected", "moved"]);
};

/** Seconds: the longest pause of a client, and what Retry-After adds. */
const longest = (retryAfter: number) => 30 + retryAfter;

describe.each([
  [
    "a firewall's rule stops a scanner, or a quota of requests is met",
    1,
    ["WAF_FILTERED", "THROTTLED", "QUOTA_EXCEEDED"],
  ],
  ["Lambda throttles all functions", 1, ["INTEGRATION_FAILURE", "INTEGRATION_FAILURE"]],
  ["no function or authorizer can be called", 5, ["AUTHORIZER_FAILURE", "API_CONFIGURATION_ERROR"]],
] as const)("while %s", (_, retryAfter, kinds) => {
  it("the queue waits in its order, and all of it is recorded once after it, within 30 s and Retry-After", async ({
    annotate,
  }) => {
    for (const [seed, kind] of kinds.entries()) {
      const went = await shift(gatewayRefuses(kind, 1), seed);
      const { during, waited, goods } = went;
      // The service is heard of: the worker's page does not say that the network is gone.
      expect([during.state, during.outcomes]).toEqual(["running", 0]);
      expect(during.waiting).toEqual(goods.flatMap((n) => routes.map(() => zongpai(n))));
      expectAll(went);
      expect(waited).toBeLessThanOrEqual(longest(retryAfter));
      await annotate(
        `${site.name}, ${kind}: ${during.requests} requests in 300 s, then sent within ${waited.toFixed(1)} s`,
      );
    }
  });

  it("the queue is sent at once after it on a device that somebody looks at again", async () => {
    const went = await shift(gatewayRefuses(kinds[0], 1), 4, true);
    expectAll(went);
    expect(went.waited).toBe(0);
  });
});

describe("while Lambda throttles", () => {
  it("half of the requests, nothing is set aside for it, and each is recorded once", async ({
    annotate,
  }) => {
    const went = await shift(gatewayRefuses("INTEGRATION_FAILURE", 0.5), 1);
    expectAll(went);
    await annotate(
      `${site.name}: ${went.during.requests} requests in 300 s, a scan waited ${went.slowest.toFixed(1)} s at most`,
    );
  });

  const lambda = createServer();
  afterAll(() => void lambda.close().closeAllConnections());

  it("the look-up in the ERP, saves are told to come back, and recorded once within 35 s after", async ({
    annotate,
  }) => {
    let full = true;
    const known = toScaled(ordered, site.formats.quantity.decimals) ?? 0;
    const lookUp = answerLookups({
      box: async (box_no) => ({ box_no, quantity: known, columns: {} }),
      zongpai: async (reference) => ({ zongpai: reference, ordered: known }),
    });
    lambda.on("request", async (incoming, outgoing) => {
      const request = (await json(incoming)) as LookupRequest;
      outgoing
        .writeHead(full ? 429 : 200)
        .end(JSON.stringify(full ? { Type: "User" } : await lookUp(request)));
    });
    await once(lambda.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(lambda.address() as AddressInfo).port}/`;
    const credentials = () => ({ accessKeyId: "id", secretAccessKey: "key" });
    const erp = throughLookups({ url, region: "eu-central-1", credentials }, patient.lookup);
    const parts = { site, table, erp };
    const save = handlerOf(postBox, parts, service(site, silent, { budget: patient.budget }));
    const saves = addressOf("post-box");
    const answers = new Set<string>();
    const went = await shift(
      {
        send: async (sent) => {
          if (sent.method !== saves.method || sent.path !== saves.path) return send(sent);
          const { statusCode, headers, body } = await save(eventOf(sent), context);
          if (full) answers.add(`${statusCode} ${JSON.parse(body).error_code}`);
          return {
            status: statusCode,
            headers: new Headers(headers as Record<string, string>),
            text: body,
          };
        },
        over: () => {
          full = false;
        },
      },
      1,
    );
    const { status, code } = site.errors.product.erpUnavailable;
    expect([...answers]).toEqual([`${status} ${code}`]);
    expectAll(went);
    expect(went.waited).toBeLessThanOrEqual(longest(5));
    await annotate(
      `${site.name}: ${went.during.requests} requests in 300 s, then sent within ${went.waited.toFixed(1)} s`,
    );
  });
});
