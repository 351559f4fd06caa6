import { describe, expect, it } from "vitest";
import { heldStorage } from "./held-storage.ts";
import { refusal } from "./model-service.ts";
import { box, outcomeOf, start } from "./rig.ts";
import { sharedStorage } from "./shared-storage.ts";

const twoPages = (setup: Parameters<typeof start>[0] = {}) => {
  const { clock, service, refused, done, open } = start({ ...setup, ...sharedStorage() });
  return { clock, service, refused, done, first: open(), second: open() };
};

describe("two pages on one storage", () => {
  it.each([
    ["with keys", {}],
    ["without keys", { key: false as const }],
  ])("send each entry once, and none that was taken back, on a site %s", async (_, options) => {
    const { clock, service, first, second, refused, done } = twoPages({ options });
    const withdrawn: string[] = [];
    clock.setOnline(false);
    for (let goods = 0; goods < 220; goods += 1) {
      const page = goods % 2 ? first : second;
      const ticket = await page.write("post-box", box(goods));
      if (goods % 11 === 0 && ticket.state === "queued") {
        await clock.run(0);
        expect(await (goods % 22 ? second : first).withdraw(ticket.id)).toBe("withdrawn");
        withdrawn.push(ticket.id);
      }
    }
    clock.setOnline(true);
    await clock.run();
    expect([service.seen(), service.recorded.length, new Set(done).size, refused]).toEqual([
      200,
      200,
      200,
      [],
    ]);
    expect(withdrawn).toHaveLength(20);
    expect(first.entries()).toEqual([]);
    expect(second.entries()).toEqual([]);
  });

  it("show the same queue in the same order", async () => {
    const { clock, first, second } = twoPages({ faults: ["dropped", "dropped", "dropped"] });
    for (const goods of [1, 2, 3]) {
      await (goods === 2 ? first : second).write("post-box", box(goods));
      await clock.run(0);
    }
    await clock.run(100);
    const shown = first.entries();
    expect(shown.map(({ entry }) => entry.goods)).toEqual(["PO1", "PO2", "PO3"]);
    expect(second.entries()).toEqual(shown);
    expect([first.state(), second.state()]).toEqual(["unanswered", "unanswered"]);
  });

  it("tell a page that opens later that the service does not answer", async () => {
    const { clock, open } = start({ ...sharedStorage(), faults: ["dropped", "dropped"] });
    await open().write("post-box", box(1));
    await clock.run(100);
    const later = open();
    await clock.run(1);
    expect(later.state()).toBe("unanswered");
  });

  it("report each outcome to the page that took the scan, though the other sends", async () => {
    const { clock, first, second } = twoPages();
    const one = await first.write("post-box", box(1));
    const other = await second.write("post-box", box(2, 99));
    await clock.run();
    expect((await outcomeOf(one)).state).toBe("done");
    expect((await outcomeOf(other)).state).toBe("refused");
  });

  it("continue within 2 s when the sending page is closed", async () => {
    const { clock, service, first, second } = twoPages({ faults: ["timeout"] });
    await second.write("post-box", box(1));
    await clock.run(500);
    const before = service.seen();
    first.close();
    await clock.run(2_000);
    expect([before, service.recorded.length, second.entries()]).toEqual([1, 1, []]);
  });

  it("send at once what a closed page was still storing", async () => {
    const { clock, service, first, second } = twoPages();
    await first.loaded;
    const written = second.write("post-box", box(1));
    second.close();
    await written;
    await clock.run(100);
    expect([service.recorded.length, first.entries()]).toEqual([1, []]);
  });

  it("do not show as waiting what another one shows as refused", async () => {
    const { clock, storage, open, refused } = start(sharedStorage());
    const { promise: seen, resolve: isSeen } = Promise.withResolvers<void>();
    const first = open({ onRefused: () => seen });
    await first.write("post-box", box(1, 99));
    await clock.run(100);
    const second = open();
    await clock.run(100);
    isSeen();
    await clock.run(100);
    expect([second.entries(), refused, await storage.load()]).toEqual([[], [], []]);
  });

  it("do not show again what one took back while the other one showed it", async () => {
    const { clock, first, second } = twoPages();
    clock.setOnline(false);
    const ticket = await first.write("post-box", box(1));
    if (ticket.state !== "queued") throw new Error(ticket.message);
    await clock.run(0);
    const takingBack = second.withdraw(ticket.id);
    first.renewed();
    expect(await takingBack).toBe("withdrawn");
    await clock.run(100);
    expect(second.entries()).toEqual([]);
  });

  it("do not say that one took back what the other one sent meanwhile", async () => {
    const shared = sharedStorage();
    const { clock, done, open } = start(shared);
    const first = open();
    clock.setOnline(false);
    await clock.run(0);
    const slow = heldStorage(shared.storage);
    const second = open({ storage: slow.storage });
    const ticket = await first.write("post-box", box(1));
    if (ticket.state !== "queued") throw new Error(ticket.message);
    await clock.run(0);
    slow.hold();
    const takingBack = second.withdraw(ticket.id);
    clock.setOnline(true);
    await clock.run(1_000);
    slow.goOn();
    expect(await takingBack).toBe(false);
    expect(done).toEqual([ticket.id]);
  });

  it("set aside what builds on a refused scan, whichever page took it", async () => {
    const { clock, service, first, second } = twoPages();
    await first.write("post-box", box(1, 99));
    await first.write("edit-box", box(1, 2));
    await clock.run(100);
    await second.write("edit-box", box(1, 3));
    await clock.run(100);
    const aside = { state: "aside", entry: { aside: "follows" } };
    expect(first.entries()).toMatchObject([aside, aside]);
    expect(second.entries()).toMatchObject([aside, aside]);
    expect(service.recorded).toEqual([]);
  });

  it("obey renewed() and retry() of either", async () => {
    let forbidden = true;
    const { clock, service, first, second } = twoPages({
      instead: () => (forbidden ? refusal(403, "FORBIDDEN") : undefined),
    });
    await first.write("post-box", box(1));
    await clock.run(100);
    expect(second.entries()).toMatchObject([{ state: "held" }]);
    forbidden = false;
    second.renewed();
    await clock.run(100);
    expect(service.recorded).toHaveLength(1);
  });
});
