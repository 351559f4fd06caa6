import type { RouteId } from "#lib/endpoints/ids.ts";
import { clientSettings } from "#lib/page/client-settings.ts";
import type { ReadId, WriteId } from "#lib/page/requests.ts";
import { v1 } from "#lib/routes.ts";
import { createClient } from "#scanner/client/client.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import { surroundings } from "#scanner/client/surroundings.ts";
import type { Received, Sent } from "./api.ts";
import { site } from "./site.ts";

type Send = (sent: Sent) => Promise<Received>;

const settings = clientSettings(site);
/** The client dates a location that the test leaves undated; the suite is also about those. */
const undated = (id: RouteId): typeof settings => {
  const route = settings.routes[id];
  if (!route) return settings;
  const { scanned_at, ...takes } = route.takes;
  return { ...settings, routes: { ...settings.routes, [id]: { ...route, takes } } };
};

const baseUrl = "http://service.test";

/** What a client's `fetch` is given, as the transports take it. */
export const sentOf = (address: string, init: RequestInit): Sent => {
  const { pathname, searchParams } = new URL(address);
  return {
    method: init.method ?? "GET",
    path: pathname,
    headers: init.headers as Record<string, string>,
    ...(searchParams.size > 0 ? { query: [...searchParams] } : {}),
    ...(init.body == null ? {} : { body: String(init.body) }),
  };
};

/**
 * Calls a route through the scanners' client, and gives what the service answered to its first attempt: what the client makes of a
 * 503 is for its own tests. `undefined` for fields that the client refuses to send: those the suite sends by hand.
 */
export const throughClient = async (
  send: Send,
  id: RouteId,
  input: object,
  headers: Readonly<Record<string, string>>,
): Promise<Received | undefined> => {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  promise.catch(() => {});
  const { key: keyHeader } = settings;
  const own = Object.entries(headers).find(
    ([name]) => typeof keyHeader === "string" && name.toLowerCase() === keyHeader.toLowerCase(),
  );
  // A test that gives its key keeps it; a key that is no key, the client would never make.
  const world = {
    ...surroundings(),
    ...(own ? { key: () => own[1] } : {}),
    fetch: async (address: string, init: RequestInit) => {
      try {
        const received = await send(sentOf(address, init));
        resolve(received);
        return new Response(received.text, { status: received.status, headers: received.headers });
      } catch (error) {
        reject(error);
        throw error;
      }
    },
  };
  const client = createClient({
    storage: memoryStorage(),
    baseUrl,
    settings: "scanned_at" in input ? settings : undated(id),
    world,
    headers: () => headers,
  });
  try {
    const write = v1[id].kind === "write";
    void (
      write ? client.write(id as WriteId, input as never) : client.ask(id as ReadId, input as never)
    ).catch(reject);
    return await promise;
  } catch (error) {
    if (error instanceof TypeError && / takes no /.test(error.message)) return undefined;
    throw error;
  } finally {
    client.close();
  }
};
