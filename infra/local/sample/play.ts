import { randomUUID } from "node:crypto";
import { type Clock, systemClock } from "#lib/clock.ts";
import { answerToCondition } from "#lib/errors.ts";
import { rolesAllowedFor } from "#lib/gate/roles.ts";
import { errorGroupOf } from "#lib/http/route.ts";
import { openFunctions } from "#lib/in-process.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Table } from "#lib/store/client.ts";
import { type GatewayCaller, localContext, restEvent } from "../../gateway-event.ts";
import { requestOf } from "../../request.ts";
import type { StageSettings } from "../stage-settings.ts";
import type { ErpViews } from "./erp-views.ts";
import type { StoryStep } from "./steps.ts";

export type SampleTarget = {
  readonly site: Site;
  /** Opens the stage's table with another clock. */
  readonly openTable: (clock: Clock) => Table;
  readonly limits: StageSettings["limits"];
};

/** A clock that is set to an instant and runs from there. If it stood still, no deadline would end. */
const settableClock = () => {
  let [instant, since] = [0, 0];
  const clock: Clock = {
    ...systemClock,
    now: () => Math.floor(instant + systemClock.steady() - since),
  };
  const set = (epochMs: number): void => {
    [instant, since] = [epochMs, systemClock.steady()];
  };
  return { clock, set };
};

/** A caller whom the gateway let in, as whom an operation is recorded. */
const callerNamed = (name: string): GatewayCaller => ({
  identity: { apiKey: null, apiKeyId: name, userArn: `arn:aws:iam::000000000000:user/${name}` },
  authorizer: { name },
});

const localConnection = { httpVersion: "1.1", sourceIp: "127.0.0.1" } as const;

/** As whom an operation is sent: where the keys of a site have roles, by one that may; `undefined` if none may. */
const senderOf = ({ who, id }: StoryStep, site: Site): string | undefined => {
  const { auth } = site;
  if (auth.scheme !== "apiKey" || !auth.allowed) return who;
  const roles = rolesAllowedFor(id, site);
  return Object.entries(auth.allowed.keys).find(([, role]) => roles?.includes(role))?.[0];
};

/** Sends the operations that it is given one after the other. */
const openPlayer = async (
  start: number,
  { site, openTable, limits }: SampleTarget,
  erp: ErpViews["erp"],
) => {
  const { clock, set } = settableClock();
  const handlers = await openFunctions(site, {
    ...{ table: openTable(clock), erp },
    settings: { ...limits, clock },
  });
  const routes = new Map(routesOf(site).map((route) => [route.id, route]));
  const send = async (step: StoryStep): Promise<void> => {
    const { key, id, fields, ago, refused } = step;
    const [route, handler, sender] = [routes.get(id), handlers.get(id), senderOf(step, site)];
    if (!route || !handler || sender === undefined) return;
    const { method, target, headers, body = "" } = requestOf(route, fields, site, key);
    const rawHeaders = Object.entries(headers).flat();
    const sent = { method, target, rawHeaders, body: Buffer.from(body), ...localConnection };
    const requestId = randomUUID();
    set(start - ago);
    const event = restEvent(sent, route.path, requestId, callerNamed(sender));
    const answer = await handler(event, localContext(id, requestId));
    const { error_code, message } = JSON.parse(answer.body);
    const foreseen =
      refused &&
      answerToCondition({ condition: refused, group: errorGroupOf(route) }, site.errors).code;
    // A role may forbid the earlier operation that this one contradicts: then this one succeeds.
    if (error_code !== undefined && error_code !== foreseen)
      throw new Error(`${key} (${id}) was refused with ${error_code}: ${message}`);
  };
  return async (steps: readonly StoryStep[]): Promise<void> => {
    for (const step of steps) await send(step);
  };
};

/** Orders that are sent at the same time: four halve the time. */
const playerCount = 4;

/**
 * Sends operations through the handlers of the service, each at its instant before `start` (epoch ms), with its key if the site has keys.
 * The first is sent before all others and the last after them. Those of one order keep their sequence.
 * @throws Error that says which operation was refused although the story does not foresee it
 */
export const playSteps = async (
  steps: readonly StoryStep[],
  start: number,
  surroundings: SampleTarget,
  erp: ErpViews["erp"],
): Promise<void> => {
  const all = await Promise.all(
    Array.from({ length: playerCount }, () => openPlayer(start, surroundings, erp)),
  );
  const [one] = all;
  await one?.(steps.slice(0, 1));
  const between = steps.slice(1, -1);
  const ended = await Promise.allSettled(
    all.map((send, at) => send(between.filter(({ order }) => order % playerCount === at))),
  );
  // All have ended before the ERP is closed, which they share.
  for (const end of ended) if (end.status === "rejected") throw end.reason;
  await one?.(steps.slice(-1));
};
