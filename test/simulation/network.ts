import { answerToCondition, type Condition, conditionsOf } from "#lib/errors.ts";
import { errorGroupOf } from "#lib/http/route.ts";
import { clientSettings } from "#lib/page/client-settings.ts";
import type { WriteId } from "#lib/page/requests.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { v1 } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Surroundings } from "#scanner/client/surroundings.ts";
import type { Armoury } from "./faults.ts";
import type { Scan, Sight, Try } from "./recount.ts";
import type { Answered, Asked, Service } from "./service.ts";
import { as, ownerNow, type World } from "./world.ts";

type Fields = Record<string, unknown>;

export const silence = (sent: number): Try => ({
  ...{ sent, answered: Number.POSITIVE_INFINITY, verdict: "silence", text: "", replayed: false },
});

/** Finds the condition behind a site's error code for a route. */
export const conditionsOn = (site: Site) => {
  const codes = new Map<string, Condition>();
  for (const group of ["gateway", "accessory", "product"] as const)
    for (const condition of conditionsOf(group))
      codes.set(`${group} ${answerToCondition({ condition, group }, site.errors).code}`, condition);
  return (route: RouteId, body: string): Condition => {
    const { error_code } = JSON.parse(body) as { readonly error_code: string };
    const named = [errorGroupOf(v1[route]), "gateway"].map((group) =>
      codes.get(`${group} ${error_code}`),
    );
    return named.find((condition) => condition !== undefined) ?? "internal";
  };
};

/** The parts of `Response` that the client reads. */
const responseOf = ({ statusCode, headers = {}, body }: Answered, now: number) => ({
  ok: statusCode >= 200 && statusCode < 300,
  status: statusCode,
  headers: {
    get: (name: string) =>
      name === "date"
        ? new Date(now).toUTCString()
        : (headers[name] ?? headers[name.toLowerCase()] ?? null),
  },
  text: async () => body,
});

/** The network between scanners and gateway, and a record of all requests and answers. */
export const networkOf = (
  service: Service,
  { world, faults }: { world: World; faults: Armoury },
) => {
  const { site, routes } = service;
  const settings = clientSettings(site);
  const canonical = new Map(Object.entries(settings.names).map(([name, wire]) => [wire, name]));
  const conditionOf = conditionsOn(site);
  const scans = new Map<string, Scan>();
  const sights: Sight[] = [];

  const fieldsOf = ({ target, body }: Asked): Fields => {
    const sent = Object.entries(body ? (JSON.parse(body) as Fields) : {});
    const query = [...new URLSearchParams(target.split("?")[1])];
    return Object.fromEntries(
      [...sent, ...query].map(([name, value]) => [canonical.get(name) ?? name, value]),
    );
  };
  /** The write to which a request belongs. Without keys each request is its own write. */
  const scanOf = (route: WriteId, asked: Asked): Scan | undefined => {
    const key = settings.key ? asked.headers[settings.key] : undefined;
    const known = key === undefined ? undefined : scans.get(key);
    if (known) return known;
    const fields = fieldsOf(asked) as Scan["fields"];
    if (fields.dry_run) return undefined;
    const scan: Scan = { route, key, fields, tries: [] };
    scans.set(key ?? `request ${scans.size}`, scan);
    return scan;
  };
  const serve = async (asked: Asked, isCopy = false): Promise<Answered> => {
    const route = routes.get(`${asked.method} ${asked.target.split("?")[0]}`);
    if (!route) throw new Error(`${asked.target} is not served`);
    const made = { ...silence(world.tick()), request: asked.target + asked.body, isCopy };
    if (route.kind === "write") scanOf(route.id as WriteId, asked)?.tries.push(made);
    const answer = await service.invoke(asked, made);
    const { statusCode, headers = {}, body } = answer;
    const done = statusCode < 300;
    const verdict = done ? "done" : conditionOf(route.id, body);
    const replayed = settings.replayed !== false && headers[settings.replayed] === "true";
    Object.assign(made, { answered: world.tick(), verdict, text: body, replayed });
    if (done && route.id === "get-box-info")
      sights.push({ ...made, box_no: String(fieldsOf(asked).box_no), body: JSON.parse(body) });
    return answer;
  };

  const travel = async (asked: Asked): Promise<ReturnType<typeof responseOf>> => {
    const fault = faults.take("network");
    const { kind = "none", ms = 0 } = fault ?? {};
    await world.step();
    if (kind === "dropped") throw new TypeError("fetch failed");
    if (kind === "gone") return new Promise(() => {});
    if (kind === "portal")
      return responseOf({ statusCode: 200, body: "<html>Log in</html>" }, world.now());
    if (kind === "throttled") return responseOf(service.refuse("throttled"), world.now());
    if (kind === "late") await world.sleep(ms);
    if (kind === "twin") void world.sleep(ms).then(() => serve(asked, true));
    const answer = await serve(asked);
    const sent = world.now();
    if (kind === "answerLost") throw new TypeError("fetch failed");
    return responseOf(
      kind === "cut" ? { ...answer, body: answer.body.slice(0, -3) } : answer,
      sent,
    );
  };
  const fetch: Surroundings["fetch"] = (url, { method = "", headers, body, signal }) => {
    const asked = {
      ...{ method, target: url, body: String(body ?? "") },
      headers: headers as Record<string, string>,
    };
    const who = ownerNow();
    return new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new Error("aborted")));
      as({}, () => travel(asked)).then(
        (response) => world.whenAwake(who, () => resolve(response as unknown as Response)),
        (error) => world.whenAwake(who, () => reject(error)),
      );
    });
  };
  return { settings, scans, sights, fetch };
};
export type Network = ReturnType<typeof networkOf>;
