import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { serverClock } from "#scanner/client/server-clock.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import { box, outcomeOf, start } from "./rig.ts";

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

describe("the instant of a scan", () => {
  const move = (location: string) => ({ zongpai: "PO1", location });

  it("is the service's on a device that is four minutes fast, so that later scans of others count", async () => {
    const { clock, service, open } = start();
    clock.setClock(240_000);
    const client = open();
    await client.write("post-box", box(9));
    await clock.run(1_000);
    await client.write("post-trace-location", move("L2"));
    await clock.run(5_000);
    const other = open({ storage: memoryStorage() });
    clock.setClock(-240_000);
    await clock.run(5_000);
    await other.write("post-trace-location", move("L3"));
    await clock.run();
    expect(service.placeOf("PO1")).toBe("L3");
  });

  it("is the service's on a device that is six minutes fast, from the second scan on", async () => {
    const { clock, service, open, refused, done } = start();
    clock.setClock(360_000);
    const client = open();
    for (const goods of [1, 2, 3, 4, 5, 6])
      await client.write("post-trace-location", { zongpai: `PO${goods}`, location: "L1" });
    await clock.run();
    expect([refused.length, done.length]).toEqual([1, 5]);
    expect(service.recorded).toHaveLength(5);
  });

  it("is when the goods were there, though they waited, the device slept and its clock was set back meanwhile", async () => {
    const { clock, service, client } = start();
    await client.write("post-box", box(9));
    await clock.run(1_000);
    clock.setOnline(false);
    await client.write("post-trace-location", move("L2"));
    const scanned = clock.trueTime();
    await clock.run(hour);
    clock.sleepDevice(2 * hour);
    await clock.run(1_000);
    clock.setClock(-5 * hour);
    clock.setOnline(true);
    await clock.run();
    const sent = Date.parse(service.recorded[1]?.body.scanned_at as string);
    expect(Math.abs(sent - scanned)).toBeLessThan(2 * hour + 2_000);
  });

  it("is the same in every attempt, also of the next session, for it is part of what the key names", async () => {
    const { clock, service, open, done } = start({ faults: ["dropped", "lost", "timeout"] });
    const first = open();
    await first.write("post-trace-location", move("L2"));
    await clock.run(5_000);
    first.close();
    clock.setClock(-hour);
    open();
    await clock.run();
    expect([service.reused, done.length, service.recorded.length]).toEqual([[], 1, 1]);
  });

  it("is superseded when the answer shows a newer place, with the place that counts", async () => {
    const { clock, service, client, done, superseded, changes } = start();
    clock.setOnline(false);
    const ticket = await client.write("post-trace-location", move("L2"));
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

  it("is right within 3.5 s after an answer, whatever the device's own says, and through sleep or a clock that is set back", () => {
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
            const asked = world.clock;
            pass(trip / 2);
            const date = new Date(world.true).toUTCString();
            pass(trip / 2);
            time.learn(date, asked);
          };
          for (const [first, second] of rounds) {
            answer(200);
            // Either of the two may happen between answers; both at once cannot be distinguished.
            const change = first.kind === "pass" || first.kind === "answer" ? second : first;
            if (change.kind === "sleep") {
              world.true += change.ms;
              world.wall += change.ms;
            }
            if (change.kind === "set back") world.wall -= change.ms;
            if (change.kind === "answer") answer(change.ms);
            pass(change.kind === "pass" ? change.ms : 10);
            expect(Math.abs(time.instant() - world.true)).toBeLessThan(
              3_500 + (change.kind === "answer" ? 2 * change.ms : 0),
            );
          }
        },
      ),
    );
  });
});
