import type { RouteRequests } from "#lib/page/requests.ts";
import { createClient } from "#scanner/client/client.ts";
import type { ClientSettings } from "#scanner/client/client-settings.ts";
import { indexedDbStorage } from "#scanner/client/indexed-db.ts";
import { withLease } from "#scanner/client/lease.ts";

/** The client's settings for the site. The test's bundler defines them. */
declare const site: { settings: ClientSettings; credentials: Record<string, string> };
declare const location: { readonly origin: string };

const reported: string[] = [];
/** Opens the client in the page or service worker that loads this file. */
const client = createClient<RouteRequests>({
  baseUrl: location.origin,
  settings: site.settings,
  storage: indexedDbStorage("scans"),
  world: withLease(),
  headers: () => site.credentials,
  onDone: (_, { state }) => reported.push(state),
  onRefused: (_, { error_code }) => reported.push(error_code),
});

/** Shared with the code that a test evaluates in the page. */
const shared = { client, reported };
export type Shared = typeof shared;
Object.assign(globalThis, shared);
