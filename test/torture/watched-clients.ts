import { localCredentials } from "#infra/local/authenticate-key.ts";
import { clientSettings } from "#lib/page/client-settings.ts";
import type { RouteRequests } from "#lib/page/requests.ts";
import { routesOf } from "#lib/routes.ts";
import { openTable } from "#lib/store/client.ts";
import type { TableItem } from "#lib/store/expression.ts";
import { type Client, createClient } from "#scanner/client/client.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import { surroundings } from "#scanner/client/surroundings.ts";
import { auditTable } from "../../commands/audit/audit-table.ts";
import { scanTable } from "../../commands/audit/scan-table.ts";
import demo from "../../sites/demo.ts";
import { conditionsOn, silence } from "../simulation/network.ts";
import type { ItemRef } from "../simulation/plan.ts";
import { recount, rowsOf, type Scan } from "../simulation/recount.ts";
import { tableName } from "../support/fixture.ts";

type Ending = "recorded" | "refused" | "aside";

type WatchOptions = {
  /** The address of the stage now. */
  readonly stageUrl: () => string;
  readonly random?: () => number;
  readonly onEnd: (key: string, ending: Ending, client: Client<RouteRequests>) => void;
};

/** Scanners of demo with the real client. `scans` has each command that a client took, and all its requests and answers. */
export const watchClients = (
  count: number,
  { stageUrl, random = Math.random, onEnd }: WatchOptions,
) => {
  const settings = clientSettings(demo);
  const conditionOf = conditionsOn(demo);
  const routes = new Map(routesOf(demo).map(({ id, method, path }) => [`${method} ${path}`, id]));
  const scans = new Map<string, Scan>();

  const watchedFetch = async (url: string, init: RequestInit): Promise<Response> => {
    const made = silence(Date.now());
    const key = new Headers(init.headers).get(String(settings.key)) ?? "";
    scans.get(key)?.tries.push(made);
    const response = await fetch(stageUrl() + url, init);
    const text = await response.clone().text();
    const route = routes.get(`${init.method} ${url.split("?")[0]}`) ?? "post-box";
    const verdict = response.ok ? "done" : conditionOf(route, text);
    const replayed = response.headers.get(String(settings.replayed)) === "true";
    Object.assign(made, { answered: Date.now(), verdict, text, replayed });
    return response;
  };
  const open = (): Client<RouteRequests> => {
    const client: Client<RouteRequests> = createClient<RouteRequests>({
      ...{ baseUrl: "", settings, storage: memoryStorage(), headers: () => localCredentials(demo) },
      world: { ...surroundings(), random, fetch: watchedFetch },
      onChange: ({ entry: { id: key, route, fields }, state }) => {
        if (!scans.has(key)) scans.set(key, { key, route, fields, tries: [] } as unknown as Scan);
        if (state === "aside") onEnd(key, "aside", client);
      },
      onDone: ({ id }) => onEnd(id, "recorded", client),
      onRefused: ({ id }) => onEnd(id, "refused", client),
    });
    return client;
  };
  return { scans, clients: Array.from({ length: count }, open) };
};

/** Compares all requests and answers with the table, and audits it. */
export const findFaults = async (
  endpoint: string,
  scans: ReadonlyMap<string, Scan>,
  items: readonly ItemRef[],
): Promise<string[]> => {
  const found: string[] = [];
  // On a busy machine a page of the scan takes longer than a request.
  const table = openTable({ name: tableName, endpoint, attemptLimit: 30_000 });
  const stored: TableItem[] = [];
  await scanTable(table, 1, async (page) => void stored.push(...page));
  await auditTable(table, demo, {
    segments: 1,
    onDifferences: (differences) =>
      void found.push(...differences.map((one) => JSON.stringify(one))),
  });
  const observed = { scans: [...scans.values()], sights: [], items };
  recount(observed, rowsOf(stored), demo, (...report) => void found.push(report.join(": ")));
  return found;
};
