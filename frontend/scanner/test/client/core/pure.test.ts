import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { CoreEffect, CoreEvent } from "#scanner/client/core/events.ts";
import { handleEvent } from "#scanner/client/core/handle-event.ts";
import {
  type CoreState,
  type EventMoment,
  entryById,
  storedEntries,
} from "#scanner/client/core/state.ts";
import { randomShell } from "./random-shell.ts";
import { follower, type Page } from "./rig.ts";

const refuseChange = () => {
  throw new TypeError("An event changed what it was given");
};

/** Freezes a value deeply, so that any later change throws. */
const freeze = <T>(value: T): T => {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (value instanceof Map || value instanceof Set) {
    for (const part of value instanceof Map ? value.values() : []) freeze(part);
    Object.assign(value, { set: refuseChange, add: refuseChange });
    Object.assign(value, { delete: refuseChange, clear: refuseChange });
  } else for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
};

type Step = {
  readonly before: CoreState;
  readonly event: CoreEvent;
  readonly moment: EventMoment;
  readonly state: CoreState;
  readonly effects: readonly CoreEffect[];
};

/** Checks each step of random runs. */
const checkSteps = (newCheck: () => (step: Step) => void) =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 80, size: "max" }),
      fc.constantFrom(1, 3),
      (choices, concurrency) => {
        const { next, perform } = randomShell();
        const check = newCheck();
        const options = { keepFor: 120_000 };
        let page: Page = follower({ options, concurrency });
        for (const [choice, detail] of choices) {
          const change = next(page, choice, detail);
          if (!change) continue;
          if (!Array.isArray(change)) {
            page = { ...page, moment: { ...page.moment, ...(change as Partial<EventMoment>) } };
            continue;
          }
          const { state: before, moment } = page;
          const event = change as unknown as CoreEvent;
          const [state, effects] = handleEvent(before, event, moment);
          check({ before, event, moment, state, effects });
          for (const effect of effects) perform(effect);
          page = { ...page, state };
        }
      },
    ),
    { numRuns: 300 },
  );

it("a step changes nothing that it was given, and comes to the same twice", () => {
  checkSteps(() => ({ before, event, moment, state, effects }) => {
    freeze([before, event, moment]);
    const again = handleEvent(before, event, moment);
    expect(isDeepStrictEqual([state, effects], again)).toBe(true);
    freeze(again);
  });
});

it("no two attempts of one goods are under way at once", () => {
  checkSteps(() => ({ state }) => {
    const goods = state.entries.filter(({ attempt }) => attempt).map(({ entry }) => entry.goods);
    expect(new Set(goods).size).toBe(goods.length);
  });
});

const begunBy = ({ effects }: Step) =>
  effects.flatMap((effect) => (effect[0] === "attempt" ? [effect] : []));

it("only a page that leads, online, begins attempts, and of what may go", () => {
  checkSteps(() => (stepped) => {
    const { before, state, moment } = stepped;
    for (const [, queued, marked] of begunBy(stepped)) {
      expect([state.leads, moment.online]).toEqual([true, true]);
      expect([queued.stage, queued.entry.aside]).toEqual(["queued", undefined]);
      expect(marked.refusal).toBeUndefined();
      expect(entryById(before, marked.id)?.attempt && stepped.event[0] !== "answered").toBeFalsy();
    }
  });
});

it("no more attempts are begun than are allowed at once", () => {
  checkSteps(() => (stepped) => {
    const { state, moment } = stepped;
    const busy = state.entries.filter(({ attempt }) => attempt).length;
    const most = moment.isKnown && !state.silent ? state.concurrency : 1;
    if (begunBy(stepped).length) expect(busy).toBeLessThanOrEqual(most);
  });
});

it("an entry is sent with the same fields in each attempt", () => {
  checkSteps(() => {
    const sent = new Map<string, unknown>();
    return ({ before, event }) => {
      if (event[0] !== "sending" || entryById(before, event[1])?.attempt?.asksTime) return;
      const [, id, { fields }] = event;
      expect(fields).toEqual(sent.get(id) ?? fields);
      sent.set(id, fields);
    };
  });
});

it("nothing is listed that has ended, and all is known by its id", () => {
  checkSteps(() => ({ state, effects }) => {
    for (const { stage } of storedEntries(state)) expect(stage).toBe("queued");
    const ids = state.entries.map(({ entry }) => entry.id);
    expect(new Set(ids).size).toBe(ids.length);
    const ended = effects.flatMap((effect) => (effect[0] === "end" ? [effect[1].entry.id] : []));
    const listed = storedEntries(state).map(({ entry }) => entry.id);
    expect(listed.filter((id) => ended.includes(id))).toEqual([]);
  });
});

it("a new entry has a place behind all that the page knows", () => {
  checkSteps(() => ({ before, event, state }) => {
    if (event[0] !== "given") return;
    const places = before.entries.map(({ entry }) => entry.order);
    expect(entryById(state, event[1].id)?.entry.order).toBeGreaterThan(Math.max(0, ...places));
  });
});

it("a step ends with how long the page sleeps, and says it once", () => {
  checkSteps(() => ({ event, effects }) => {
    const sleeps = effects.map(([type]) => type === "sleep").filter(Boolean).length;
    expect([sleeps, effects.at(-1)?.[0]]).toEqual(
      event[0] === "timeLearnt" ? [0, undefined] : [1, "sleep"],
    );
  });
});
