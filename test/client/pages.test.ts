import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refusal } from "./model-service.ts";
import { box, outcomeOf, start } from "./rig.ts";
import { sharedStorage } from "./shared-storage.ts";

const twoPages = (setup: Parameters<typeof start>[0] = {}) => {
  const { storage, lock } = sharedStorage();
  const { clock, service, refused, done, open } = start({ ...setup, storage, turns: 20 });
  const third = () => open({ world: { ...clock.world, lock } });
  return { clock, service, refused, done, first: third(), second: third(), third };
};

describe("two pages on one storage", () => {
  it.each([
    ["with keys", {}],
    ["without keys", { key: false as const }],
  ])(
    "send 200 entries with 200 requests, and none that was taken back in either, on a site %s",
    async (_, options) => {
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
    },
  );

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

  it("report each outcome to the page that took the scan, though the other one sends", async () => {
    const { clock, first, second } = twoPages();
    const one = await first.write("post-box", box(1));
    const other = await second.write("post-box", box(2, 99));
    await clock.run();
    expect((await outcomeOf(one)).state).toBe("done");
    expect((await outcomeOf(other)).state).toBe("refused");
  });

  it("go on within 2 s when the one that sends is closed", async () => {
    const { clock, service, first, second } = twoPages({ faults: ["timeout"] });
    await second.write("post-box", box(1));
    await clock.run(500);
    const before = service.seen();
    first.close();
    await clock.run(2_000);
    expect([before, service.recorded.length, second.entries()]).toEqual([1, 1, []]);
  });

  it("send at once what one was still storing when it was closed", async () => {
    const { clock, service, first, second } = twoPages();
    await first.loaded;
    const written = second.write("post-box", box(1));
    second.close();
    await written;
    await clock.run(100);
    expect([service.recorded.length, first.entries()]).toEqual([1, []]);
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

  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("scan" as const),
        page: fc.nat(1),
        goods: fc.nat(2),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("take back" as const),
        page: fc.nat(1),
        which: fc.nat(9),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.nat(3_000) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("close and open" as const), page: fc.nat(1) }),
    },
  );

  it("lose nothing, record nothing twice and keep the order of each zongpai, whatever they do", async () => {
    const fault = fc.constantFrom(
      ...(["dropped", "lost", "busy", "timeout", undefined, undefined, undefined] as const),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 25 }),
        fc.array(fault, { maxLength: 20 }),
        async (steps, faults) => {
          const { clock, service, first, second, third } = twoPages({ faults });
          const pages = [first, second];
          const tickets: { id: string; goods: string }[] = [];
          const taken = new Map<string, string>();
          let no = 0;
          for (const made of steps)
            switch (made.kind) {
              case "scan": {
                no += 1;
                const ticket = await pages[made.page]?.write("post-box", box(made.goods, 1, no));
                // Nobody scans with two pages in one instant.
                await clock.run(0);
                if (ticket?.state === "queued")
                  tickets.push({ id: ticket.id, goods: `PO${made.goods}` });
                break;
              }
              case "take back": {
                const { id } = tickets[made.which % (tickets.length || 1)] ?? {};
                const said = id !== undefined && (await pages[made.page]?.withdraw(id));
                if (id !== undefined && said) taken.set(id, said);
                break;
              }
              case "wait":
                await clock.run(made.ms);
                break;
              default:
                pages[made.page]?.close();
                pages[made.page] = third();
                await pages[made.page]?.loaded;
            }
          await clock.run();
          const keys = service.recorded.map(({ key }) => key);
          expect(service.reused).toEqual([]);
          expect(new Set(keys).size).toBe(keys.length);
          for (const { id } of tickets)
            if (taken.get(id) === undefined) expect(keys).toContain(id);
            else if (taken.get(id) === "withdrawn") expect(keys).not.toContain(id);
          for (const goods of ["PO0", "PO1", "PO2"]) {
            const order = tickets
              .filter((ticket) => ticket.goods === goods && keys.includes(ticket.id))
              .map(({ id }) => id);
            expect(keys.filter((key) => order.includes(key))).toEqual(order);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
