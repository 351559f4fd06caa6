import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { serverClock } from "#scanner/client/server-clock.ts";
import type { Feed, QueueStorage } from "#scanner/client/storage.ts";
import { refusal } from "./model-service.ts";
import { box, outcomeOf, type Rig, start } from "./rig.ts";
import { sharedStorage } from "./shared-storage.ts";

const hour = 3_600_000;

describe("a device", () => {
  it("whose clock is set back by an hour sends what waits within 30 s", async () => {
    const { clock, service, client } = start({ faults: ["dropped", "dropped"] });
    await client.write("post-box", box(1));
    await clock.run(100);
    clock.setClock(-hour);
    await clock.run(30_000);
    expect(service.recorded).toHaveLength(1);
  });

  it("that was asleep sends at once when it wakes, though its monotonic clock stopped", async () => {
    const { clock, service, client } = start({
      faults: ["busy", "busy", "busy"],
      random: () => 0.99,
    });
    await client.write("post-box", box(1));
    await clock.run(30);
    clock.sleepDevice(hour);
    for (const _ of [1, 2, 3]) {
      clock.wake();
      await clock.run(50);
    }
    expect(service.recorded).toHaveLength(1);
  });
});

describe("the service's time", () => {
  it.each([
    ["at most two seconds", 2_000, 0],
    ["more than two seconds", 2_001, 2_001],
  ])("corrects a clock that is wrong by %s, or trusts it", (_, late, corrected) => {
    // The header has whole seconds, so the answer came half a second later on average.
    const answered = Date.UTC(2026, 10, 27) + 500;
    const device = answered - late;
    const time = serverClock({ now: () => device, clock: () => 0 });
    time.learn(new Date(answered - 500).toUTCString(), 0);
    expect(time.estimate().instant - device).toBe(corrected);
  });
});

it("a device's sleep is noticed even if its wall clock is behind the monotonic one", () => {
  let slept = 0;
  const time = serverClock({ now: () => 1_000 + slept, clock: () => 2_000 });
  const wasSteady: boolean[] = [];
  time.onLearnt((isSteady) => wasSteady.push(isSteady));
  for (slept of [0, 60_000]) time.learn(new Date(Date.UTC(2026, 10, 27) + slept).toUTCString(), 0);
  expect(wasSteady).toEqual([true, false]);
});

describe("the instant of a scan", () => {
  /** Scans goods. Returns a check that they are recorded as scanned now. */
  const scan = async ({ clock, service }: Rig, client: ReturnType<Rig["open"]>) => {
    const scanned = clock.trueTime();
    await client.write("post-trace-location", { zongpai: "PO1", location: "L2" });
    return () => {
      const sent = Date.parse(String(service.recorded[0]?.scanned_at));
      expect(Math.abs(sent - scanned)).toBeLessThan(3_500);
    };
  };

  it.each([
    ["six minutes", 360_000],
    ["a day", 24 * hour],
    ["minus a day", -24 * hour],
  ])("is the service's on a device that is %s fast, from the first scan", async (_, fast) => {
    const asked: string[] = [];
    const { clock, service, open, refused, superseded, done } = start();
    clock.setClock(fast);
    clock.setOnline(false);
    const client = open({
      world: {
        ...clock.world,
        fetch: (url, init) => {
          asked.push(String(init.method));
          return clock.world.fetch(url, init);
        },
      },
    });
    for (const goods of [1, 2, 3]) {
      await client.write("post-trace-location", { zongpai: `PO${goods}`, location: "L1" });
      await clock.run(600_000);
    }
    const begun = clock.trueTime() - 1_800_000;
    clock.setOnline(true);
    await clock.run();
    expect([refused, superseded, done.length]).toEqual([[], [], 3]);
    expect(asked).toEqual(["GET", "POST", "POST", "POST"]);
    for (const [at, { scanned_at }] of service.recorded.entries())
      expect(Math.abs(Date.parse(String(scanned_at)) - begun - at * 600_000)).toBeLessThan(3_500);
  });

  it("is by the steady clock if the other was set before the first answer", async () => {
    const rig = start();
    const { clock } = rig;
    clock.setClock(-24 * hour);
    clock.setOnline(false);
    const isRight = await scan(rig, rig.client);
    await clock.run(hour);
    clock.setClock(24 * hour);
    clock.setOnline(true);
    await clock.run();
    isRight();
  });

  it("stays as known, though the page ends and the clock is set", async () => {
    const rig = start();
    const { clock, client, open } = rig;
    void client.ask("get-attachment-categories", {});
    await clock.run(1_000);
    clock.setOnline(false);
    const isRight = await scan(rig, client);
    client.close();
    clock.setClock(-5 * hour);
    await clock.run(hour);
    open();
    clock.setOnline(true);
    await clock.run();
    isRight();
  });

  it("is right on a page that finds an older refusal, though the clock was set back", async () => {
    const rig = start({
      instead: ({ method }) => (method === "PATCH" ? refusal(409, "NO") : undefined),
    });
    const { clock } = rig;
    const open = () => rig.open({ onRefused: () => new Promise(() => {}) });
    const client = open();
    await client.write("edit-box", box(1));
    await clock.run(hour);
    clock.setClock(-5 * hour);
    await client.write("edit-box", box(1, 2));
    await clock.run(hour);
    client.close();
    const isRight = await scan(rig, open());
    await clock.run();
    isRight();
  });

  it("of an earlier session without the time keeps the order, and precedes the arrival", async () => {
    for (const set of [0, -26 * hour, 26 * hour]) {
      const { clock, service, open, superseded, done } = start();
      clock.setClock(24 * hour);
      clock.setOnline(false);
      const client = open();
      await client.write("post-trace-location", { zongpai: "PO1", location: "L1" });
      await clock.run(60_000);
      clock.setClock(set);
      await client.write("post-trace-location", { zongpai: "PO1", location: "L2" });
      client.close();
      open();
      await clock.run(60_000);
      clock.setOnline(true);
      await clock.run();
      const at = service.recorded.map(({ scanned_at }) => Date.parse(String(scanned_at)));
      expect([superseded, done.length, at]).toEqual([[], 2, [...at].sort((one, two) => one - two)]);
      expect(at[1]).toBeLessThan(clock.trueTime());
      expect(service.placeOf("PO1")).toBe("L2");
    }
  });

  it("waits for one read at a time, and for none with forbidden reads", async () => {
    const { clock, service, open, done } = start({
      faults: ["dropped", "portal", "timeout", "busy"],
      instead: ({ method }) => (method === "GET" ? refusal(403, "FORBIDDEN") : undefined),
    });
    let under = 0;
    let most = 0;
    const fetch: typeof clock.world.fetch = async (url, init) => {
      under += 1;
      most = Math.max(most, under);
      return clock.world.fetch(url, init).finally(() => {
        under -= 1;
      });
    };
    const client = open({ world: { ...clock.world, fetch } });
    for (const goods of [1, 2, 3])
      await client.write("post-trace-location", { zongpai: `PO${goods}`, location: "L1" });
    await clock.run(10_000);
    expect([service.seen(), service.recorded, client.state(), most]).toEqual([
      3,
      [],
      "unanswered",
      1,
    ]);
    await clock.run();
    expect(done).toHaveLength(3);
  });

  it("is not learnt from an answer that came while the device slept", async () => {
    const rig = start();
    const { clock, open } = rig;
    clock.setClock(-180_000);
    let sleeps = true;
    const fetch: typeof clock.world.fetch = async (url, init) => {
      const response = await clock.world.fetch(url, init);
      if (sleeps) clock.sleepDevice(90_000);
      sleeps = false;
      return response;
    };
    const client = open({ world: { ...clock.world, fetch } });
    void client.ask("get-attachment-categories", {});
    await clock.run(1_000);
    const isRight = await scan(rig, client);
    await clock.run();
    isRight();
  });

  it("is when another page took it, though the sending page slept and heard late", async () => {
    const rig = start(sharedStorage());
    const { clock, storage, open } = rig;
    const late: (() => void)[] = [];
    const asleep: QueueStorage = {
      ...storage,
      feed: () => {
        const feed = storage.feed?.() as Feed;
        return Object.defineProperty({ ...feed }, "onmessage", {
          set: (hear: Feed["onmessage"]) => {
            feed.onmessage = (event) => late.push(() => hear(event));
          },
        });
      },
    };
    open({ storage: asleep });
    const isRight = await scan(rig, open());
    await clock.run(90_000);
    for (const hear of late) hear();
    await clock.run();
    isRight();
  });

  it("is when it was taken, though the page slept before it knew what waits", async () => {
    const rig = start();
    const { clock, storage, open } = rig;
    const { promise: awake, resolve: wakes } = Promise.withResolvers<void>();
    const client = open({ storage: { ...storage, load: () => awake.then(storage.load) } });
    const scanned = scan(rig, client);
    await clock.run(20_000);
    wakes();
    await clock.run();
    (await scanned)();
  });

  it("is the same in every attempt, also of the next session", async () => {
    const rig = start({ faults: ["dropped", "lost", "timeout"] });
    const { clock, service, open, done, refused } = rig;
    const first = open();
    await scan(rig, first);
    await clock.run(5_000);
    first.close();
    clock.setClock(-hour);
    open();
    await clock.run();
    expect([refused, done.length, service.recorded.length]).toEqual([[], 1, 1]);
  });

  describe("follows the goods' previous scan, though the clock is set between", () => {
    const at = (location: string) => ({ zongpai: "PO1", location });
    /** A device that knows the time from an answer whose `Date` was half a second off. */
    const informed = async () => {
      const rig = start();
      const { clock, client } = rig;
      clock.setClock(-hour);
      void client.ask("get-attachment-categories", {});
      await clock.run(100);
      return { rig, client };
    };
    const instants = ({ service }: Rig) =>
      service.recorded.map(({ scanned_at }) => Date.parse(String(scanned_at)));

    it.each([
      ["recorded", hour],
      ["recorded", -hour],
      ["recorded", 1_500],
      ["waiting", hour],
      ["waiting", -hour],
    ])("which is %s, by %i ms", async (state, set) => {
      const { rig, client } = await informed();
      const { clock, service, superseded } = rig;
      clock.setOnline(state === "recorded");
      await client.write("post-trace-location", at("L1"));
      await clock.run(100);
      expect(service.recorded).toHaveLength(state === "recorded" ? 1 : 0);
      clock.setClock(set);
      await client.write("post-trace-location", at("L2"));
      clock.setOnline(true);
      await clock.run();
      const [first = 0, second = 0] = instants(rig);
      expect(second).toBeGreaterThan(first);
      expect([superseded, service.placeOf("PO1")]).toEqual([[], "L2"]);
    });

    it("which is known from another page", async () => {
      const rig = start(sharedStorage());
      const { clock, service, superseded, open } = rig;
      clock.setClock(-hour);
      const [first, second] = [open(), open()];
      for (const page of [first, second]) {
        void page.ask("get-attachment-categories", {});
        await clock.run(400);
      }
      await first.write("post-trace-location", at("L1"));
      await clock.run(100);
      expect(service.recorded).toHaveLength(1);
      clock.setClock(hour);
      void second.ask("get-attachment-categories", {});
      await clock.run(100);
      await second.write("post-trace-location", at("L2"));
      await clock.run();
      const [one = 0, other = 0] = instants(rig);
      expect(other).toBeGreaterThan(one);
      expect([superseded, service.placeOf("PO1")]).toEqual([[], "L2"]);
    });

    it("unless that one lies further ahead than two estimates of the time differ", async () => {
      const { rig, client } = await informed();
      const { clock, refused } = rig;
      clock.setOnline(false);
      const scanned_at = new Date(clock.trueTime() + hour).toISOString();
      await client.write("post-trace-location", { ...at("L1"), scanned_at });
      await client.write("post-trace-location", at("L2"));
      const scanned = clock.trueTime();
      clock.setOnline(true);
      await clock.run();
      expect(refused).toHaveLength(1);
      const [sent = 0] = instants(rig);
      expect(Math.abs(sent - scanned)).toBeLessThan(3_500);
    });
  });

  it("is superseded when the answer shows a newer place, which it names", async () => {
    const { clock, service, client, done, superseded, changes } = start();
    clock.setOnline(false);
    const ticket = await client.write("post-trace-location", { zongpai: "PO1", location: "L2" });
    await clock.run(60_000);
    service.place("PO1", "L7");
    clock.setOnline(true);
    await clock.run();
    expect(await outcomeOf(ticket)).toMatchObject({
      state: "superseded",
      answer: { location: "L7" },
    });
    expect([done, superseded.length, changes.at(-1)?.state]).toEqual([[], 1, "superseded"]);
  });
});

describe("the service's clock as a device knows it", () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("pass" as const), ms: fc.nat(100_000) }),
    fc.record({ kind: fc.constant("sleep" as const), ms: fc.nat(10_000_000) }),
    fc.record({ kind: fc.constant("set back" as const), ms: fc.nat(100_000_000) }),
    fc.record({ kind: fc.constant("answer" as const), ms: fc.nat(3_000) }),
  );

  it("is right within 3.5 s after an answer, through sleep and set clocks", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.array(fc.tuple(step, step), { minLength: 1 }),
        (wrong, rounds) => {
          const world = { true: 1.8e12, wall: 1.8e12 + wrong, clock: 5 };
          const time = serverClock({ now: () => world.wall, clock: () => world.clock });
          const pass = (ms: number) => {
            for (const name of ["true", "wall", "clock"] as const) world[name] += ms;
          };
          const answer = (trip: number) => {
            const elapsed = time.watch();
            pass(trip / 2);
            const date = new Date(world.true).toUTCString();
            pass(trip / 2);
            time.learn(date, elapsed());
          };
          for (const [first, second] of rounds) {
            answer(200);
            // Between answers the device may sleep or its clock may be set. Both together cannot be told apart.
            const change = first.kind === "pass" || first.kind === "answer" ? second : first;
            if (change.kind === "sleep") {
              world.true += change.ms;
              world.wall += change.ms;
            }
            if (change.kind === "set back") world.wall -= change.ms;
            if (change.kind === "answer") answer(change.ms);
            pass(change.kind === "pass" ? change.ms : 10);
            expect(Math.abs(time.estimate().instant - world.true)).toBeLessThan(
              3_500 + (change.kind === "answer" ? 2 * change.ms : 0),
            );
          }
        },
      ),
    );
  });

  it("tells a clock that was set from a device that slept", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.integer({ min: 10_000, max: 1e8 }),
        fc.constantFrom("set forward", "set back", "slept"),
        (wrong, ms, change) => {
          const world = { true: 1.8e12, wall: 1.8e12 + wrong, clock: 5 };
          const time = serverClock({ now: () => world.wall, clock: () => world.clock });
          const answer = () => time.learn(new Date(world.true).toUTCString(), 0);
          let wasSteady: boolean | undefined;
          time.onLearnt((isSteady) => {
            wasSteady = isSteady;
          });
          answer();
          if (change === "slept") world.true += ms;
          world.wall += change === "set back" ? -ms : ms;
          answer();
          expect(wasSteady).toBe(change !== "slept");
        },
      ),
    );
  });
});
