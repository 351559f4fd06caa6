import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Fault, faults } from "./model-service.ts";
import { box, start } from "./rig.ts";

const fault = fc.constantFrom<Fault | undefined>(...faults, ...Array<undefined>(4).fill(undefined));
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("scan" as const),
      goods: fc.nat(2),
      place: fc.boolean(),
      bad: fc.nat(9),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.nat(20_000) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom("restart", "offline", "online", "log in") }),
  },
);

describe("whatever happens", () => {
  it("nothing is lost, nothing is recorded twice, and each zongpai's scans are recorded in their order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 25 }),
        fc.array(fault, { maxLength: 40 }),
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        async (steps, faults, jitters) => {
          const { clock, service, storage, open, done, refused } = start({
            faults: faults as Fault[],
            random: () => jitters.next().value,
          });
          let client = open();
          const scans: { id: string; goods: string; bad: boolean }[] = [];
          for (const [no, made] of steps.entries())
            switch (made.kind) {
              case "scan": {
                const bad = made.bad === 0;
                const zongpai = `PO${made.goods}`;
                const ticket = made.place
                  ? await client.write("post-trace-location", { zongpai, location: `L${no}` })
                  : await client.write("post-box", box(made.goods, bad ? 99 : 1, no));
                if (ticket.state === "queued")
                  scans.push({ id: ticket.id, goods: zongpai, bad: bad && !made.place });
                break;
              }
              case "wait":
                await clock.run(made.ms);
                break;
              case "restart":
                client.close();
                client = open();
                break;
              case "log in":
                service.logIn();
                client.renewed();
                break;
              default:
                clock.setOnline(made.kind === "online");
            }
          clock.setOnline(true);
          await client.loaded;
          do {
            service.logIn();
            client.renewed();
            await clock.run();
          } while (client.entries().length > 0);
          const good = scans.filter(({ bad }) => !bad);
          const of = (goods: string) =>
            service.recorded.filter(({ body }) => body.zongpai === goods).map(({ key }) => key);
          for (const goods of ["PO0", "PO1", "PO2"])
            expect(of(goods)).toEqual(
              good.filter((scan) => scan.goods === goods).map(({ id }) => id),
            );
          expect(service.reused).toEqual([]);
          expect(new Set(done)).toEqual(new Set(good.map(({ id }) => id)));
          expect(new Set(refused.map(([{ id }]) => id))).toEqual(
            new Set(scans.filter(({ bad }) => bad).map(({ id }) => id)),
          );
          expect(await storage.load()).toEqual([]);
        },
      ),
      { numRuns: Number(process.env.QUEUE_RUNS ?? 150) },
    );
  });
});
