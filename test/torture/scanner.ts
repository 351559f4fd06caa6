import { setTimeout as sleep } from "node:timers/promises";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import type { RouteId } from "#lib/endpoints/ids.ts";
import { type Condition, conditions } from "#lib/errors.ts";
import { groupOf } from "#lib/http/route.ts";
import { answerTo } from "#lib/openapi/errors.ts";
import { clientSettings } from "#lib/page/client-settings.ts";
import { v1 } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { exchange } from "#scanner/client/exchange.ts";
import { serverClock } from "#scanner/client/server-clock.ts";
import { surroundings } from "#scanner/client/surroundings.ts";
import { rootOf } from "../../commands/contract/address.ts";
import { drawn } from "../../commands/replay/storm.ts";
import type { Mishap } from "./faults.ts";
import type { Fixture } from "./fixture.ts";
import type { Command } from "./plan.ts";

/** One request and its answer; without one `silence`, answered never. Instants in epoch milliseconds. */
export type Try = {
  readonly sent: number;
  answered: number;
  verdict: "done" | "silence" | Condition;
  text: string;
  replayed: boolean;
};

const silent = (): Try => ({
  sent: Date.now(),
  answered: Number.POSITIVE_INFINITY,
  verdict: "silence",
  text: "",
  replayed: false,
});

/** A command and its requests: one on a site without keys. */
export type Scan = Command & { readonly key: string; readonly tries: Try[] };

/** Refused for good. */
export const isRefusal = ({ verdict }: Try) =>
  verdict !== "done" && verdict !== "silence" && conditions[verdict].queue === "final";

/** Milliseconds for an answer; the service has 4.5 s for it. */
const patience = 12_000;
const mostTries = 25;

/** The condition behind an error code of the site. */
const conditionOf = (site: Site, route: RouteId, code: unknown): Condition => {
  for (const group of [groupOf(v1[route]), "gateway"] as const)
    for (const name of Object.keys(site.errors[group]) as Condition[])
      if (answerTo({ group, condition: name }, site).code === code) return name;
  return "internal";
};

/** Sends commands as a scanner on bad Wi-Fi does, and keeps the answers. */
export const scannerOf = (
  site: Site,
  fixture: Pick<Fixture, "url">,
  { seed, mishapOf }: { seed: number; mishapOf: (what: string) => Mishap | undefined },
) => {
  const settings = clientSettings(site);
  const keyHeader = typeof settings.key === "string" && settings.key;
  const credentials = localCredentials(site);
  const world = surroundings();
  const { requestOf } = exchange({
    baseUrl: "",
    settings,
    timeout: patience,
    headers: undefined,
    world,
    time: serverClock(world),
  });
  const late: Promise<unknown>[] = [];

  const ask = async (
    route: RouteId,
    fields: object,
    key: string | undefined,
    made: Try,
    mishap?: Mishap,
    limit = patience,
  ): Promise<void> => {
    const given = Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== undefined),
    );
    const { url, ...request } = requestOf(route, given);
    const headers = {
      ...credentials,
      ...(request.body ? { "content-type": "application/json" } : {}),
      ...(keyHeader && key ? { [keyHeader]: key } : {}),
    };
    try {
      const response = await fetch(rootOf(await fixture.url(), site) + url, {
        ...request,
        headers,
        signal: AbortSignal.timeout(limit),
      });
      const text = await response.text();
      if (mishap === "lost") return;
      const verdict = response.ok ? "done" : conditionOf(site, route, JSON.parse(text).error_code);
      const replayed =
        settings.replayed !== false && response.headers.get(settings.replayed) === "true";
      Object.assign(made, { answered: Date.now(), verdict, text, replayed });
    } catch {
      // It remains silence.
    }
  };

  const send = async (scan: Scan, mishap?: Mishap): Promise<void> => {
    await fixture.url();
    const made = silent();
    scan.tries.push(made);
    const cut = 5 + Math.floor(1_500 * drawn(seed, `cut ${scan.n} ${scan.tries.length}`) ** 3);
    await ask(scan.route, scan.fields, scan.key, made, mishap, mishap === "cut" ? cut : patience);
  };

  return {
    /** Sends a command until it has a final answer; without keys once, for a second request would be another scan. */
    run: async (scan: Scan): Promise<void> => {
      for (let at = 0; at < mostTries; at += 1) {
        const mishap = mishapOf(`${scan.n} ${at}`);
        if (mishap !== "before")
          await Promise.all([
            send(scan, mishap),
            mishap === "twin" && keyHeader ? send(scan) : undefined,
          ]);
        if (mishap === "late" && keyHeader)
          late.push(sleep(4_000 * drawn(seed, `late ${scan.n}`)).then(() => send(scan)));
        const final = scan.tries.some((made) => made.verdict === "done" || isRefusal(made));
        if (final || (!keyHeader && scan.tries.length > 0)) return;
        await sleep(Math.min(400, 30 * 2 ** at) * drawn(seed, `pause ${scan.n} ${at}`));
      }
    },
    again: send,
    /** The answer to a read, with its instants. */
    read: async (route: "get-box-info", fields: object) => {
      const made = silent();
      await ask(route, fields, undefined, made);
      return made.verdict === "done"
        ? { ...made, body: JSON.parse(made.text) as Record<string, unknown> }
        : undefined;
    },
    /** Resolves when the late repetitions have been answered, too. */
    rest: () => Promise.all(late),
    keyed: keyHeader !== false,
  };
};
