import { describe, expect, it } from "vitest";
import { clientSettings } from "#lib/page/client-settings.ts";
import { historyOf } from "#lib/store/history.ts";
import { createClient } from "#scanner/client/client.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import { patient } from "../../../commands/waits.ts";
import { virtualWorld } from "../../client/virtual-world.ts";
import { openHandlers, type Sent } from "../../support/api.ts";
import { gatewayAnswers, receivedOf } from "../../support/gateway-answers.ts";
import { randomFrom } from "../../support/random.ts";
import { fresh, itemOf, location, zongpai } from "../../support/samples.ts";
import { site } from "../../support/site.ts";
import { table } from "../../support/table.ts";

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

/** Milliseconds. */
const pace = 12_500;
/** Some five minutes: a client's waits have grown to the longest. */
const scans = 24;
const routes = ["post-box", "edit-box", "post-trace-location"] as const;

/** A client in virtual time before real functions, which take none of it. The gateway gives an answer of its own to this share of the requests. In the end each goods has its three events, once and in order. */
const shift = async (kind: string, { share = 1, seed = 1, looked = false } = {}) => {
  const refusal = gatewayAnswers(site).find(({ ResponseType }) => ResponseType === kind);
  if (!refusal) throw new Error(`the gateway has no answer ${kind}`);
  let refuses = true;
  const random = randomFrom(seed);
  // In the past by the clock of the functions, so that no scan lies in their future.
  const start = Date.now() - 3_600_000;
  const onTheWay = new Set<Promise<unknown>>();
  const respond = async (url: string, init: RequestInit) => {
    const answer =
      refuses && random() < share ? Promise.resolve(receivedOf(refusal)) : send(sentOf(url, init));
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
  refuses = false;
  const end = clock.now();
  if (looked) clock.wake();
  await clock.run();
  const seconds = (clock.now() - end) / 1_000;
  expect([client.entries(), await storage.load()]).toEqual([[], []]);
  client.close();
  expect(outcomes).toEqual(Array.from({ length: scans }, () => "done"));
  for (const n of goods) {
    const rows = await historyOf(table, { zongpai: zongpai(n) }, { left: () => patient.budget });
    expect(rows.map(({ event }) => event.kind)).toEqual(["saved", "corrected", "moved"]);
  }
  return { during, goods, seconds };
};

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
      const { during, goods, seconds } = await shift(kind);
      const waiting = goods.flatMap((n) => routes.map(() => zongpai(n)));
      expect(during).toEqual({ state: "running", outcomes: 0, waiting });
      expect(seconds).toBeLessThanOrEqual(30 + retryAfter);
    },
  );

  it("the queue is sent at once after it on a device that somebody looks at again", async () => {
    expect((await shift(kinds[0], { seed: 4, looked: true })).seconds).toBe(0);
  });
});

it("while Lambda throttles half of the requests, nothing is set aside for it, and each is recorded once", async () => {
  await shift("INTEGRATION_FAILURE", { share: 0.5 });
});
