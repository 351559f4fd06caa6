import { describe, expect, it } from "vitest";
import type { RouteFields, WriteId } from "#lib/page/requests.ts";
import { refusal } from "./model-service.ts";
import { box, type Rig, start } from "./rig.ts";

describe("a 403", () => {
  it("holds its route, and what follows on the same goods, until credentials are renewed", async () => {
    let forbidden = true;
    const { clock, service, client, refused, storage } = start({
      instead: ({ method }) =>
        forbidden && method === "PATCH" ? refusal(403, "FORBIDDEN") : undefined,
    });
    await client.write("post-box", box(1));
    await client.write("edit-box", box(1, 2));
    await client.write("post-trace-location", { zongpai: "PO1", location: "L1" });
    await client.write("post-box", box(2));
    await client.write("edit-box", box(2, 2));
    for (const goods of [3, 4, 5])
      await client.write("post-trace-location", { zongpai: `PO${goods}`, location: "L1" });
    await clock.run(3_600_000);
    expect(service.recorded.map(({ zongpai }) => zongpai)).toEqual([
      "PO1",
      "PO2",
      "PO3",
      "PO4",
      "PO5",
    ]);
    expect(client.entries().map(({ entry, state }) => [entry.route, entry.goods, state])).toEqual([
      ["edit-box", "PO1", "held"],
      ["post-trace-location", "PO1", "waiting"],
      ["edit-box", "PO2", "held"],
    ]);
    expect([(await storage.load()).length, refused, client.state()]).toEqual([3, [], "running"]);
    forbidden = false;
    client.renewed();
    await clock.run();
    expect(service.recorded).toHaveLength(8);
  });
});

describe("an entry on which the service fails again and again", () => {
  const failing = ({ body }: { body: { quantity?: unknown } }) =>
    body.quantity === 5 ? refusal(500, "INTERNAL") : undefined;

  it("is set aside and shown, and no longer blocks its goods", async () => {
    const { clock, service, client, changes } = start({ instead: failing });
    await client.write("post-box", box(1, 5));
    await client.write("post-trace-location", { zongpai: "PO1", location: "L1" });
    await clock.run();
    expect(service.recorded.map(({ location }) => location)).toEqual(["L1"]);
    expect(client.entries()).toMatchObject([
      { state: "aside", tries: 30, problem: "500 INTERNAL", entry: { aside: "failing" } },
    ]);
    expect(changes.some(({ state }) => state === "aside")).toBe(true);
    // Other entries have been recorded since, so the retry gets only five tries.
    client.retry(client.entries()[0]?.entry.id);
    await clock.run();
    expect(client.entries()).toMatchObject([{ state: "aside", tries: 35 }]);
  });

  it("is known by the site's code of a fault, whatever its status", async () => {
    const asides = async (status: number, code: string) => {
      const { clock, client } = start({ instead: () => refusal(status, code) });
      await client.write("post-box", box(1));
      await clock.run(1_800_000);
      return client.entries().map(({ state }) => state);
    };
    expect([await asides(504, "INTERNAL"), await asides(500, "TIMEOUT")]).toEqual([
      ["aside"],
      ["sent"],
    ]);
  });

  it("is never one that gets a 503, whatever its code", async () => {
    const { clock, client } = start({ instead: () => refusal(503, "INTERNAL") });
    await client.write("post-box", box(1));
    await clock.run(24 * 3_600_000);
    expect(client.entries()).toMatchObject([{ state: "waiting", problem: "503 INTERNAL" }]);
  });

  it("is set aside sooner when the service answers others meanwhile", async () => {
    const { clock, client } = start({ instead: failing });
    await client.write("post-box", box(1, 5));
    for (const goods of [2, 3, 4]) {
      await clock.run(100);
      await client.write("post-box", box(goods));
    }
    await clock.run();
    expect(client.entries()).toMatchObject([{ state: "aside", tries: 5 }]);
  });

  it("stays aside over a restart, with its corrections, until the worker retries it", async () => {
    let broken = true;
    const { clock, service, open } = start({
      instead: (asked) => (broken ? failing(asked) : undefined),
    });
    const first = open();
    const ticket = await first.write("post-box", box(1, 5));
    await clock.run();
    first.close();
    const client = open();
    await client.write("edit-box", box(1, 2));
    await clock.run();
    expect(client.entries().map(({ state, entry }) => [state, entry.aside])).toEqual([
      ["aside", "failing"],
      ["aside", "follows"],
    ]);
    broken = false;
    if (ticket.state === "queued") client.retry(ticket.id);
    await clock.run();
    expect(service.recorded.map(({ quantity }) => quantity)).toEqual([5]);
  });

  it("waits as long as the whole service fails for a while", async () => {
    let broken = true;
    const { clock, service, client } = start({
      instead: () => (broken ? refusal(500, "INTERNAL") : undefined),
    });
    for (const goods of [1, 2, 3]) await client.write("post-box", box(goods));
    await clock.run(300_000);
    broken = false;
    await clock.run();
    expect([service.recorded.length, client.entries()]).toEqual([3, []]);
  });
});

describe("an entry that was sent longer ago than the service remembers", () => {
  const day = 86_400_000;
  const waiting = async (
    days: number,
    keepFor: number | false,
    pass = ({ run }: Rig["clock"], ms: number): unknown => run(ms),
  ) => {
    const { clock, service, client, changes } = start({
      faults: ["lost"],
      options: { keepFor: keepFor && keepFor * day },
    });
    await client.write("post-box", box(1));
    await clock.run(100);
    clock.setOnline(false);
    await client.write("post-box", box(1, 2, 2));
    await pass(clock, days * day);
    clock.setOnline(true);
    await clock.run();
    return { client, service, changes, clock };
  };

  it.each<[string, Parameters<typeof waiting>[2]?]>([
    ["of a page that stays open"],
    [
      "of a clock that is set back",
      ({ setClock, run }, ms) => {
        setClock(-2 * ms);
        return run(ms);
      },
    ],
    ["of a device that sleeps", ({ sleepDevice }, ms) => sleepDevice(ms)],
  ])("is set aside, also after a retry, while unsent entries are sent: %s", async (_, pass) => {
    const { client, service, changes, clock } = await waiting(31, 30, pass);
    const [shown] = client.entries();
    expect(client.entries()).toMatchObject([
      { state: "aside", entry: { aside: "expired", goods: "PO1" } },
    ]);
    expect(changes.some(({ state, entry }) => state === "aside" && entry.aside === "expired")).toBe(
      true,
    );
    client.retry(shown?.entry.id);
    await clock.run();
    expect(client.entries()).toMatchObject([{ state: "aside", entry: { aside: "expired" } }]);
    expect(service.recorded.map(({ box_no }) => box_no)).toEqual(["BX1", "BX2"]);
    expect(service.seen()).toBe(2);
  });

  it.each([
    [29, 30],
    [400, false],
  ] as const)("is sent after %i days where the service remembers %s", async (days, keepFor) => {
    const { client, service } = await waiting(days, keepFor);
    expect([client.entries(), service.seen(), service.recorded.length]).toEqual([[], 3, 2]);
  });
});

describe("a chain of scans of the same goods with a refusal", () => {
  const shelf = { zongpai: "PO1", location: "L1" };

  it.each<[string, (readonly [WriteId, object])[], string[], string[]]>([
    [
      "stops there: what corrects it is set aside, other scans of the goods flow",
      [
        ["post-box", box(1, 99)],
        ["edit-box", box(1, 3)],
        ["delete-box", { box_no: "BX1", zongpai: "PO1" }],
        ["post-trace-location", shelf],
        ["edit-box", box(1, 4, 2)],
      ],
      ["post-trace-location", "edit-box BX2"],
      ["edit-box BX1", "delete-box BX1"],
    ],
    [
      "goes on over a move: what builds on the move waits, too",
      [
        ["post-box", box(1, 99)],
        ["move-item", { ...box(1, 3), to_box_no: "BX2" }],
        ["edit-box", box(1, 4, 2)],
        ["edit-box", box(1, 4, 3)],
      ],
      ["edit-box BX3"],
      ["move-item BX1", "edit-box BX2"],
    ],
    [
      "begins again with the next save",
      [
        ["post-box", box(1, 99)],
        ["post-box", box(1, 2)],
        ["edit-box", box(1, 3)],
      ],
      ["post-box BX1", "edit-box BX1"],
      [],
    ],
  ])("%s", async (_, scans, recorded, aside) => {
    const { clock, client, done, refused, changes } = start();
    const names = new Map<string, string>();
    clock.setOnline(false);
    for (const [route, fields] of scans) {
      const ticket = await client.write(route, fields as RouteFields<typeof route>);
      const no = "box_no" in fields ? ` ${fields.box_no}` : "";
      if (ticket.state === "queued") names.set(ticket.id, route + no);
    }
    clock.setOnline(true);
    await clock.run();
    expect(refused).toHaveLength(1);
    expect(done.map((id) => names.get(id))).toEqual(recorded);
    const left = client.entries();
    expect(left.map(({ entry }) => names.get(entry.id))).toEqual(aside);
    for (const one of left)
      expect(one).toMatchObject({ state: "aside", entry: { aside: "follows" } });
    expect(changes.filter(({ state }) => state === "aside")).toHaveLength(aside.length);
  });
});
