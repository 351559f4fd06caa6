import type { RouteId } from "#lib/endpoints/ids.ts";
import { functionsOf } from "#lib/routes.ts";
import { alike } from "#lib/site/alike.ts";
import demo from "../../sites/demo.ts";
import { stepsOn } from "../bench/steps.ts";
import { shown } from "../cli/output.ts";
import { table } from "../docs/markdown.ts";

/** How often each operation occurs in `npm run replay`; only the proportions count. */
const replayMix: Readonly<Partial<Record<string, number>>> = {
  ...{ register: 4_482, "save-first": 4_482, "overview-one": 4_482, status: 4_482 },
  ...{ "box-info-new": 2_006, configure: 3_550, "attachment-register": 3_550 },
  ...{ "attachment-save": 3_550, "attachment-over-cap": 355, "attachment-edit": 355 },
  "attachment-delete": 177,
};

const minute = 60_000;
/** Milliseconds. */
const shift = {
  end: 480 * minute,
  breaks: [150 * minute, 285 * minute],
  lasting: [15 * minute, 30 * minute],
};
/** Milliseconds: between two scans of a scanner, on average; for how long a request has its environment, and how much longer a cold one. */
const assumed = { gap: 20_000, warm: 22, start: 350, seed: 1 };

/** A request: when it arrives, in milliseconds, and which function gets it. */
type Arrival = { readonly at: number; readonly function: string };

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export const randomFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const inBreak = (at: number) =>
  shift.breaks.some((from, n) => at >= from && at < from + (shift.lasting[n] ?? 0));

const weighted = (): readonly (readonly [RouteId, number])[] => {
  const { zongpai, boxNo, location } = demo.formats;
  const steps = stepsOn(
    { goods: alike(zongpai, 9), boxes: alike(boxNo, 9), locations: alike(location, 9) },
    demo,
  );
  return steps.flatMap(({ id = "", route }) =>
    replayMix[id] ? [[route, replayMix[id]] as const] : [],
  );
};

/** The routes that so many scanners call in a shift, in the order in which they arrive: each at random times, in the mix of the replay. */
const shiftOf = (scanners: number): { readonly at: number; readonly route: RouteId }[] => {
  const random = randomFrom(assumed.seed);
  // Each route as often as its weight says, so that one draw is enough.
  const mix = weighted().flatMap(([route, weight]) =>
    Array.from<RouteId>({ length: weight }).fill(route),
  );
  const gap = () => -Math.log(1 - random()) * assumed.gap;
  const all: { at: number; route: RouteId }[] = [];
  for (let scanner = 0; scanner < scanners; scanner += 1)
    for (let at = gap(); at < shift.end; at += gap()) {
      const route = mix[Math.floor(random() * mix.length)];
      if (route && !inBreak(at)) all.push({ at, route });
    }
  return all.toSorted((one, other) => one.at - other.at);
};

/**
 * How many of the requests start an environment, if one lives for so many idle milliseconds. Of the idle ones Lambda takes that which was
 * used last.
 */
export const coldStarts = (arrivals: readonly Arrival[], idle: number): number => {
  const environments = new Map<string, number[]>();
  let cold = 0;
  for (const { at, function: name } of arrivals) {
    // When each environment is free again, the latest last.
    const free = (environments.get(name) ?? []).filter((until) => at - until < idle);
    const taken = free.findLastIndex((until) => until <= at);
    if (taken >= 0) free.splice(taken, 1);
    else cold += 1;
    free.push(at + assumed.warm + (taken >= 0 ? 0 : assumed.start));
    environments.set(
      name,
      free.sort((one, other) => one - other),
    );
  }
  return cold;
};

const answers = ["endpoint", "group"] as const;

/** The cold starts of a shift for each answer to `deployment.functions`, as a table. */
export const shiftTable = (): string => {
  const homes = answers.map((functions) => {
    const deployed = functionsOf({ ...demo, deployment: { ...demo.deployment, functions } });
    return new Map(
      deployed.flatMap(({ id, routes }) => routes.map((route) => [route.id, id] as const)),
    );
  });
  const rows = [1, 5, 20, 500].map((scanners) => {
    const requests = shiftOf(scanners);
    const cells = [5, 15].flatMap((idle) =>
      homes.map((home) => {
        const cold = coldStarts(
          requests.map(({ at, route }) => ({ at, function: home.get(route) ?? route })),
          idle * minute,
        );
        return `${shown(cold)} (${shown((100 * cold) / requests.length, 2)} %)`;
      }),
    );
    return [shown(scanners), shown(requests.length), ...cells];
  });
  const heads = [5, 15].flatMap((idle) => answers.map((answer) => `\`${answer}\`, ${idle} min`));
  return [
    table(["scanners", "requests", ...heads], rows),
    `A shift of ${shift.end / minute / 60} hours with breaks of 15 and 30 minutes; each scanner sends a request every ${assumed.gap / 1_000} s on average, at random, in the mix of [cost](cost.md); a request has its environment for ${assumed.warm} ms, a cold one for ${assumed.start} ms more; Lambda takes the environment that was used last. Of the site demo, seed ${assumed.seed}.`,
  ].join("\n\n");
};
