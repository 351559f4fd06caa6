import { describe, expect, it } from "vitest";
import {
  add,
  answer,
  at,
  follower,
  give,
  hear,
  leader,
  type Page,
  pass,
  play,
  save,
  scan,
  seen,
  send,
  start,
  verdicts,
} from "./rig.ts";

const unknown = { isKnown: false } as const;
/** Instants by entry id, in milliseconds after the start. */
const instantsOf = (page: Page) =>
  Object.fromEntries(
    page.state.entries.map(({ instant, entry }) => {
      const ms = instant ?? Date.parse(String(entry.fields.scanned_at));
      return [entry.id, ms - start];
    }),
  );
describe("a scan while the time is known", () => {
  it("has its instant when it is given", () => {
    const page = play(leader(), pass(7), give(scan("a")));
    expect(seen.queued(page, "a").entry.fields).toEqual({ ...scan("a").fields, ...at(7) });
  });

  it("is dated after the last scan of its goods, whatever was recorded since then", () => {
    const recorded = (id: string, goods: string) =>
      [...add(scan(id, goods)), send(id), answer(id, verdicts.done)] as const;
    const page = play(
      leader(),
      ...recorded("a", "A"),
      ...recorded("b", "B"),
      ...add(scan("c", "A")),
    );
    expect(seen.instants(page).at(-1)).toBe(1);
  });

  it("keeps the instant that the application gave", () => {
    expect(seen.instants(play(leader(), ...add(scan("a", "a", { fields: at(-5) }))))).toEqual([-5]);
  });

  it("has the same instant in each attempt", () => {
    const page = play(leader(), ...add(scan("a")), send("a"), answer("a", verdicts.noAnswer));
    expect(seen.instants(play(page, pass(60_000), ["due"]))).toEqual([0]);
  });

  it("has none where its route takes none", () => {
    expect(seen.attempts(play(leader(), ...add(save("a"))))[0]?.fields).toEqual(save("a").fields);
  });

  it("that was taken earlier is dated by the clock that went further", () => {
    const waiting = (more = {}) =>
      play(leader({ ...unknown, online: false, ...more }), ...add(scan("a")));
    const send = (page: Page, more: object) =>
      seen.instants(play(page, { online: true, isKnown: true, ...more }, ["due"]));
    expect(send(waiting(), { instant: start + 100, clock: 30, now: start + 10 })).toEqual([70]);
    expect(send(waiting(), { instant: start + 100, clock: 10, now: start + 40 })).toEqual([60]);
  });

  it("of an earlier session is dated by the device's clock, never later", () => {
    const stored = (queuedAt: number) => [scan("a", "a", { queuedAt })];
    const load = (queuedAt: number) =>
      play(follower(), ["locked", true], ["loaded", stored(queuedAt), []]);
    expect([seen.instants(load(start - 500)), seen.instants(load(start + 500))]).toEqual([
      [-500],
      [0],
    ]);
  });
});

describe("no scan is dated before an earlier one of its goods", () => {
  it("that waits", () => {
    const page = play(
      leader(),
      give(scan("a", "G")),
      { instant: start - 60 },
      give(scan("b", "G")),
      give(scan("c")),
    );
    expect(instantsOf(page)).toEqual({ a: 0, b: 1, c: -60 });
  });

  it.each([
    ["done", 1],
    ["superseded", 1],
  ] as const)("that was %s", (state, expected) => {
    const page = play(
      leader(),
      ...add(scan("a", "G")),
      send("a"),
      answer("a", { state, answer: {}, replayed: false }),
    );
    expect(seen.instants(play(page, { instant: start - 60 }, ...add(scan("b", "G"))))).toEqual([
      expected,
    ]);
  });

  it("but a refused scan has no influence", () => {
    const page = play(leader(), ...add(scan("a", "G")), send("a"), answer("a", verdicts.refused()));
    expect(seen.instants(play(page, { instant: start - 60 }, ...add(scan("b", "G"))))).toEqual([
      -60,
    ]);
  });

  it("however old the last recorded one is", () => {
    const end = (id: string, ms: number) => [
      ...add(scan(id, "G", { fields: at(ms) })),
      send(id),
      answer(id, verdicts.done),
    ];
    const page = play(leader(), ...end("a", 5), ...end("b", -5));
    expect(seen.instants(play(page, ...add(scan("c", "G"))))).toEqual([6]);
  });

  it("however early the last waiting one is", () => {
    const waiting = [scan("a", "G", { fields: at(5) }), scan("b", "G", { fields: at(-5) })];
    expect(instantsOf(play(leader(), ...add(...waiting), give(scan("c", "G"))))).toMatchObject({
      c: 6,
    });
  });

  it("unless that one is more than ten seconds ahead", () => {
    const ahead = (ms: number) =>
      play(leader(), ...add(scan("a", "G", { fields: at(ms) })), give(scan("b", "G")));
    expect(instantsOf(ahead(9_999))).toMatchObject({ b: 10_000 });
    expect(instantsOf(ahead(10_000))).toMatchObject({ b: 0 });
  });

  it("even if a scan of a wrong clock came between", () => {
    const between = [scan("a", "G", { fields: at(5) }), scan("b", "G", { fields: at(60_000) })];
    const page = play(leader(), ...add(...between), give(scan("c", "G")));
    expect(instantsOf(page)).toMatchObject({ c: 0 });
  });
});

describe("when the time is learnt", () => {
  const later = (isSteady: boolean) => {
    const waiting = play(
      leader({ ...unknown, online: false }),
      ...add(scan("a")),
      pass(100),
      ...add(scan("b")),
    );
    // The device's clock was set forward by a minute; its real error is another one.
    const clocks = { clock: 200, now: start + 60_200, instant: start + 1_000, isKnown: true };
    return play(waiting, clocks, ["timeLearnt", isSteady]);
  };

  it("scans are dated by a steady clock, else by the device's", () => {
    expect(instantsOf(later(true))).toEqual({ a: 800, b: 900 });
    expect(instantsOf(later(false))).toEqual({ a: -59_200, b: -59_100 });
  });

  it("a save that was sent before does not date the scans before it", () => {
    const wrong = start - 180_000;
    const page = play(
      leader({ ...unknown, now: wrong, instant: wrong }),
      pass(10),
      ...add(save("b")),
      send("b"),
      hear(scan("a", "a", { queuedAt: wrong, order: wrong }), "waiting"),
      { instant: start + 10, isKnown: true },
      ["timeLearnt", true],
    );
    expect(instantsOf(page)).toEqual({ a: 0, b: 10 });
  });

  it("nothing is sent or shown yet", () => {
    expect(later(true).effects).toEqual([]);
  });

  it("no scan is dated after the answer, or after what followed it", () => {
    const waiting = play(
      leader({ ...unknown, online: false }),
      { now: start + 500 },
      ...add(scan("a")),
      { now: start },
      ...add(scan("b")),
      ...add(scan("c")),
    );
    const page = play(waiting, { now: start + 100 }, ["timeLearnt", false]);
    expect(instantsOf(page)).toEqual({ a: -100, b: -100, c: -100 });
    const future = play(waiting, { now: start - 100 }, ["timeLearnt", false]);
    expect(instantsOf(future)).toEqual({ a: 0, b: 0, c: 0 });
  });

  it("dated scans keep their instants, and limit those of earlier scans", () => {
    const first = play(
      leader({ ...unknown, online: false }),
      ...add(scan("a")),
      { isKnown: true, instant: start - 50 },
      ...add(scan("b")),
    );
    expect(instantsOf(play(first, ["timeLearnt", true]))).toEqual({ a: -50, b: -50 });
    const given = play(
      leader({ ...unknown, online: false }),
      ...add(scan("a", "a", { fields: at(-9) })),
    );
    expect(instantsOf(play(given, ["timeLearnt", true]))).toEqual({ a: -9 });
  });

  it("an instant from the application does not move earlier scans", () => {
    const waiting = play(
      leader({ ...unknown, online: false }),
      ...add(scan("a"), scan("b", "b", { fields: at(-60_000) })),
    );
    expect(instantsOf(play(waiting, ["timeLearnt", true]))).toEqual({ a: 0, b: -60_000 });
  });

  it("scans of the same goods keep their order", () => {
    const waiting = play(
      leader({ ...unknown, online: false }),
      ...add(scan("a", "G"), scan("b", "G")),
    );
    expect(instantsOf(play(waiting, ["timeLearnt", true]))).toEqual({ a: 0, b: 1 });
  });
});

it("a scan that a 429 or a 503 held up keeps its instant", () => {
  for (const verdict of [verdicts.busy, verdicts.tooMany]) {
    const page = play(leader(), ...add(scan("a")), send("a"), answer("a", verdict), pass(9_000));
    expect(seen.instants(play(page, { instant: start - 5 }, ["due"]))).toEqual([0]);
  }
});
