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
import { markSampleRows } from "./sample-rows.ts";
import type { StoryStep } from "./steps.ts";

export type SampleTarget = {
  readonly site: Site;
  /** Opens the stage's table with another clock. */
  readonly openTable: (clock: Clock) => Table;
  readonly limits: StageSettings["limits"];
};

/** A clock that is set to an instant and runs from there, because without time no deadline would end. */
const settableClock = () => {
  let epochMsWhenSet = 0;
  let steadyWhenSet = 0;
  const clock: Clock = {
    ...systemClock,
    now: () => Math.floor(epochMsWhenSet + systemClock.steady() - steadyWhenSet),
  };
  const setClock = (epochMs: number): void => {
    epochMsWhenSet = epochMs;
    steadyWhenSet = systemClock.steady();
  };
  return { clock, setClock };
};

/** A caller whom the gateway let in, as whom an operation is recorded. */
const callerNamed = (name: string): GatewayCaller => ({
  identity: { apiKey: null, apiKeyId: name, userArn: `arn:aws:iam::000000000000:user/${name}` },
  authorizer: { name },
});

const localConnection = { httpVersion: "1.1", sourceIp: "127.0.0.1" } as const;

/** The name of the caller who sends an operation. If keys have roles, it is a key that may call it; `undefined` if none may. */
const senderOf = ({ who, id }: StoryStep, site: Site): string | undefined => {
  const { auth } = site;
  if (auth.scheme !== "apiKey" || !auth.allowed) return who;
  const roles = rolesAllowedFor(id, site);
  return Object.entries(auth.allowed.keys).find(([, role]) => roles?.includes(role))?.[0];
};

/** Opens the service with a clock of its own, and gives a function that sends operations one after the other. */
const openPlayer = async (
  start: number,
  { site, openTable, limits }: SampleTarget,
  erp: ErpViews["erp"],
) => {
  const { clock, setClock } = settableClock();
  const handlers = await openFunctions(site, {
    ...{ table: markSampleRows(openTable(clock)), erp },
    settings: { ...limits, clock },
  });
  const routes = new Map(routesOf(site).map((route) => [route.id, route]));
  const send = async (step: StoryStep): Promise<void> => {
    const { key, id, fields, ago, refused } = step;
    const route = routes.get(id);
    const handler = handlers.get(id);
    const sender = senderOf(step, site);
    if (!route || !handler || sender === undefined) return;
    const { method, target, headers, body = "" } = requestOf(route, fields, site, key);
    const rawHeaders = Object.entries(headers).flat();
    const request = { method, target, rawHeaders, body: Buffer.from(body), ...localConnection };
    const requestId = randomUUID();
    setClock(start - ago);
    const event = restEvent(request, route.path, requestId, callerNamed(sender));
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

/** How many orders are sent at the same time: four halve the time. */
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
  const players = await Promise.all(
    Array.from({ length: playerCount }, () => openPlayer(start, surroundings, erp)),
  );
  const [firstPlayer] = players;
  await firstPlayer?.(steps.slice(0, 1));
  const between = steps.slice(1, -1);
  const stepsOfPlayer = (index: number) =>
    between.filter(({ order }) => order % playerCount === index);
  // The players share the ERP, so all must end before it is closed.
  const results = await Promise.allSettled(
    players.map((sendSteps, index) => sendSteps(stepsOfPlayer(index))),
  );
  for (const result of results) if (result.status === "rejected") throw result.reason;
  await firstPlayer?.(steps.slice(-1));
};
