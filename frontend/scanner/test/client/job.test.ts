import { describe, expect, it } from "vitest";
import { scanSettings } from "#lib/page/scan-settings.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import { fieldReader } from "#scanner/scan/read-scan.ts";
import demo from "../../../../sites/demo.ts";
import { heldStorage } from "./held-storage.ts";
import { refusal } from "./model-service.ts";
import { outcomeOf, start } from "./rig.ts";

/** Moves of `count` goods to one shelf. */
const moves = (count: number, location = "L1-A-3") =>
  Array.from({ length: count }, (_, at) => ({
    route: "post-trace-location" as const,
    fields: { zongpai: `PO${at}`, location },
  }));

describe("the writes of one job", () => {
  it("are stored in one step, in order, each with its own key", async () => {
    const storage = memoryStorage();
    const steps: number[] = [];
    const update: typeof storage.update = (ids, change) => {
      steps.push(ids.length);
      return storage.update(ids, change);
    };
    const { clock, open } = start({ storage: { ...storage, update } });
    clock.setOnline(false);
    const client = open();
    await client.loaded;
    steps.length = 0;
    const tickets = await client.writeAll(moves(20));
    expect(steps).toEqual([20]);
    const stored = await storage.load();
    expect(stored.map(({ goods }) => goods)).toEqual(moves(20).map(({ fields }) => fields.zongpai));
    expect(stored.map(({ id }) => id)).toEqual(
      "state" in tickets ? [] : tickets.map(({ id }) => id),
    );
    expect(new Set(stored.map(({ id }) => id)).size).toBe(20);
    const [{ job } = {}] = stored;
    expect(job).toEqual({ id: expect.any(String), size: 20 });
    expect(stored.filter((entry) => entry.job?.id === job?.id)).toHaveLength(20);
    expect(stored.map(({ id }) => id)).not.toContain(job?.id);
  });

  it("are refused one by one, without effect on the others", async () => {
    const { clock, service, open, refused } = start({
      instead: ({ body }) => (body.zongpai === "PO3" ? refusal(404, "NOT_FOUND") : undefined),
    });
    const client = open();
    const tickets = await client.writeAll(moves(5));
    if ("state" in tickets) throw new Error(tickets.message);
    await clock.run(1_000);
    const outcomes = await Promise.all(tickets.map(outcomeOf));
    expect(outcomes.map(({ state }) => state)).toEqual(["done", "done", "done", "refused", "done"]);
    expect(service.recorded).toHaveLength(4);
    expect(refused.map(([{ goods, job }]) => [goods, job?.size])).toEqual([["PO3", 5]]);
  });

  it("are sent by the next page when theirs ends", async () => {
    const storage = memoryStorage();
    const { clock, open, service } = start({ storage });
    clock.setOnline(false);
    const first = open();
    await first.writeAll(moves(7));
    first.close();
    clock.setOnline(true);
    const next = open();
    await next.loaded;
    expect(next.entries().map(({ entry }) => entry.job?.size)).toEqual(Array(7).fill(7));
    await clock.run(1_000);
    expect(service.recorded).toHaveLength(7);
  });

  it("are all missing when the storage takes none", async () => {
    const slow = heldStorage(memoryStorage());
    const { clock, open, service, changes } = start({ storage: slow.storage });
    const client = open();
    await client.loaded;
    slow.hold();
    const queued = client.writeAll(moves(7));
    const refusedAll = expect(queued).rejects.toThrow("does not answer");
    await clock.run(100);
    slow.breakOff();
    await refusedAll;
    await clock.run(1_000);
    expect([client.entries(), changes, service.recorded]).toEqual([[], [], []]);
    expect(await slow.storage.load()).toEqual([]);
  });

  it("are all missing when one of them is misread", async () => {
    const { clock, open, service } = start();
    const client = open({ read: fieldReader(scanSettings(demo)) });
    const [one] = moves(1);
    const wrong = {
      route: "post-trace-location" as const,
      fields: { zongpai: "BX4", location: "L1" },
    };
    expect(await client.writeAll(one ? [one, wrong] : [])).toMatchObject({
      state: "misread",
      field: "zongpai",
    });
    await clock.run(1_000);
    expect([client.entries(), service.recorded]).toEqual([[], []]);
  });
});
