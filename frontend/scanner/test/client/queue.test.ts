import { describe, expect, it } from "vitest";
import { clientSettings } from "#lib/page/client-settings.ts";
import { createClient } from "#scanner/client/client.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import oddKeyless from "../../../../test/site/odd-keyless.ts";
import { virtualWorld } from "../../../../test/support/virtual-world.ts";
import { heldStorage } from "./held-storage.ts";
import { faults, refusal } from "./model-service.ts";
import { box, outcomeOf, settings, start } from "./rig.ts";

describe("the queue of a scanner", () => {
  it("says of an entry that it waits only when the storage has it", async () => {
    const { clock, open } = start();
    const slow = heldStorage(memoryStorage());
    slow.hold();
    const client = open({ storage: slow.storage });
    const written = client.write("post-box", box(1));
    await clock.run(100);
    client.renewed();
    expect(client.entries()).toEqual([]);
    slow.goOn();
    await written;
    expect(client.entries()).toMatchObject([{ state: "waiting", entry: { goods: "PO1" } }]);
  });

  it("does not list an entry while the storage removes it", async () => {
    const { clock, storage, open } = start();
    const slow = heldStorage(storage);
    const client = open({ storage: slow.storage });
    clock.setOnline(false);
    const ticket = await client.write("post-box", box(1));
    slow.hold();
    const withdrawn = client.withdraw(ticket.state === "queued" ? ticket.id : "");
    expect(client.entries()).toEqual([]);
    slow.goOn();
    expect(await withdrawn).toBe("withdrawn");
  });

  it("shows an outcome only after the storage has released the entry", async () => {
    const { clock, storage, open, changes } = start();
    const released = Promise.withResolvers<void>();
    const update: typeof storage.update = async (ids, change) => {
      let isRelease = false;
      await storage.update(ids, (stored, id) => {
        const next = change(stored, id);
        isRelease ||= stored !== undefined && next === undefined;
        return next;
      });
      if (isRelease) await released.promise;
    };
    await open({ storage: { ...storage, update } }).write("post-box", box(1));
    const areDone = () => changes.map(({ state }) => state === "done");
    await clock.run(1_000);
    expect(areDone()).not.toContain(true);
    released.resolve();
    await clock.run();
    expect(areDone()).toContain(true);
  });

  it("sends an entry again whose answer never ends", async () => {
    let answers = 0;
    const { clock, done, open } = start({
      instead: ({ signal }) => {
        answers += 1;
        const endless = new ReadableStream({
          start: (body) => signal?.addEventListener("abort", () => body.error(signal.reason)),
        });
        return answers === 1 ? new Response(endless) : undefined;
      },
    });
    await open().write("post-box", box(1));
    await clock.run(60_000);
    expect(answers).toBe(2);
    expect(done).toHaveLength(1);
  });

  it("waits as the service asks before a question is asked again", async () => {
    const { clock, service, client } = start({ faults: ["busy"] });
    const asked = client.ask("get-attachment-categories", {});
    await clock.run(5_000);
    expect(service.seen()).toBe(1);
    await clock.run(60_000);
    expect(service.seen()).toBe(2);
    expect(await asked).toMatchObject({ state: "done" });
  });

  it("reads the labels of goods, boxes and shelves, but no note", async () => {
    const { service, clock, open } = start();
    const client = open({ read: (field, raw) => ({ value: `${field} ${raw}` }) });
    await client.write("post-trace-location", { zongpai: "A", location: "B" });
    await client.write("post-box-location", { box_no: "C", location: "D", off_shelf: true });
    await clock.run();
    expect(service.recorded).toMatchObject([
      { zongpai: "zongpai A", location: "location B" },
      { box_no: "box_no C", location: "D" },
    ]);
  });

  it.each([
    ["with keys", "Scan-Key", ["content-type", "scan-key"]],
    ["without keys", false, ["content-type"]],
  ] as const)("sends only the headers of a site %s", async (_, key, expected) => {
    const { clock, open } = start({ options: { key } });
    const names: string[] = [];
    const { fetch } = clock.world;
    const watched: typeof fetch = (url, init) => {
      names.push(...new Headers(init.headers).keys());
      return fetch(url, init);
    };
    await open({ world: { ...clock.world, fetch: watched } }).write("post-box", box(1));
    await clock.run();
    expect(names).toEqual(expected);
  });

  it("is sure of a refusal after an attempt that had no credentials", async () => {
    let attempts = 0;
    const { clock, refused, open } = start();
    const headers = async () => {
      attempts += 1;
      if (attempts === 1) throw new Error("no credentials now");
      return {};
    };
    await open({ headers }).write("post-box", box(1, 99));
    await clock.run();
    expect(refused).toMatchObject([[{}, { unsure: false }]]);
  });

  it("shows no entry that the storage does not take, though its save is refused", async () => {
    const { clock, storage, open, changes } = start();
    const { promise: full, reject: isFull } = Promise.withResolvers<void>();
    const update: typeof storage.update = (ids, change) =>
      ids.some((id) => change(undefined, id)?.route === "edit-box")
        ? full
        : storage.update(ids, change);
    const client = open({ storage: { ...storage, update } });
    await client.write("post-box", box(1, 99));
    const written = client.write("edit-box", box(1, 2));
    await clock.run(1_000);
    isFull(new Error("QuotaExceededError"));
    await expect(written).rejects.toThrow("QuotaExceededError");
    expect(changes.filter(({ entry }) => entry.route === "edit-box")).toEqual([]);
  });

  it("keeps a scan if the storage does not save its take-back", async () => {
    const { clock, storage, open, service } = start({ faults: ["dropped"] });
    let isBroken = false;
    const update: typeof storage.update = (ids, change) => {
      if (isBroken) throw new Error("does not answer");
      return storage.update(ids, change);
    };
    const client = open({ storage: { ...storage, update } });
    clock.setOnline(false);
    const ticket = await client.write("post-box", box(1));
    isBroken = true;
    const withdrawn = client.withdraw(ticket.state === "queued" ? ticket.id : "");
    await expect(withdrawn).rejects.toThrow("does not answer");
    isBroken = false;
    clock.setOnline(true);
    await clock.run();
    expect(service.recorded).toHaveLength(1);
  });

  it("sends the value that a label stands for", async () => {
    const { clock, open, service } = start();
    const client = open({ read: (_, raw) => ({ value: raw.replace("]d2241", "") }) });
    await client.write("post-box", { ...box(1), zongpai: "]d2241PO1" });
    await clock.run();
    expect(service.recorded).toMatchObject([{ zongpai: "PO1" }]);
  });

  it.each(faults.filter((fault) => fault !== "login"))(
    "records a scan once, under one key, although a request is %s",
    async (fault) => {
      const { clock, service, client, refused } = start({ faults: [fault, fault] });
      const ticket = await client.write("post-box", box(1));
      await clock.run();
      expect(await outcomeOf(ticket)).toEqual({
        state: "done",
        answer: box(1),
        replayed: ["lost", "crashed", "timeout", "cut"].includes(fault),
      });
      expect(service.recorded).toHaveLength(1);
      expect(service.seen()).toBe(3);
      expect(refused).toEqual([]);
    },
  );

  it("sends a scan after the earlier page's scans, despite a slow clock", async () => {
    const { clock, service, open } = start();
    clock.setOnline(false);
    const before = open();
    await before.write("post-box", box(1));
    before.close();
    clock.setClock(-3_600_000);
    await open().write("edit-box", box(1, 2));
    clock.setOnline(true);
    await clock.run();
    expect(service.recorded.map(({ quantity }) => quantity)).toEqual([1, 2]);
  });

  it("sends what was taken back in no later page either", async () => {
    const { clock, service, client, open } = start();
    clock.setOnline(false);
    const ticket = await client.write("post-box", box(1));
    expect(await client.withdraw(ticket.state === "queued" ? ticket.id : "")).toBe("withdrawn");
    client.close();
    open();
    clock.setOnline(true);
    await clock.run();
    expect(service.seen()).toBe(0);
  });

  it("waits at least as long as Retry-After says, and everything waits after a 429", async () => {
    for (const [fault, least, seen] of [
      ["busy", 5_000, 2],
      ["throttled", 1_000, 1],
    ] as const) {
      const { clock, service, client } = start({ faults: [fault], random: () => 0 });
      await client.write("post-box", box(1));
      await clock.run(25);
      await client.write("post-box", box(2));
      await clock.run(least - 100);
      expect(service.seen()).toBe(seen);
      await clock.run();
      expect(service.recorded).toHaveLength(2);
    }
  });

  it("shows a final refusal, forgets it, and continues with the goods' next scan", async () => {
    const { clock, client, refused, service, storage } = start();
    await client.write("post-box", box(1, 99));
    await client.write("post-box", box(1, 2));
    await clock.run();
    expect(
      refused.map(([{ fields }, { status, error_code, unsure }]) => [
        fields.quantity,
        status,
        error_code,
        unsure,
      ]),
    ).toEqual([[99, 400, "INVALID_QUANTITY", false]]);
    expect(service.recorded.map(({ quantity }) => quantity)).toEqual([2]);
    expect(await storage.load()).toEqual([]);
  });

  it.each([
    ["the header that the site names", "Refusal-Values", 'condition=boxNotFound, box_no="BX1"'],
    ["no other header", "X-Other", undefined],
    ["no header on a site without one", false, undefined],
  ] as const)("gives the values of a refusal from %s", async (_, refusalValues, values) => {
    const headers = { "refusal-values": 'condition=boxNotFound, box_no="BX1"' };
    const instead = () => refusal(404, "BOX_NOT_FOUND", headers);
    const { clock, client, refused } = start({ instead, options: { refusalValues } });
    await client.write("post-box", box(1));
    await clock.run();
    expect(refused.map(([, { values }]) => values)).toEqual([values]);
    const read = client.ask("get-box-info", { box_no: "BX1" });
    await clock.run();
    expect(await read).toMatchObject({ state: "refused", refusal: { values } });
  });

  it("keeps the values of a refusal over a restart when showing it failed", async () => {
    const headers = { "refusal-values": "condition=boxNotFound" };
    const instead = () => refusal(404, "BOX_NOT_FOUND", headers);
    const { clock, storage, open, refused } = start({ instead });
    const broken = open({
      onRefused: () => {
        throw new Error("the screen is off");
      },
    });
    await broken.write("post-box", box(1));
    await clock.run();
    broken.close();
    expect((await storage.load())[0]?.refusal?.values).toBe("condition=boxNotFound");
    open();
    await clock.run();
    expect(refused.map(([, { values }]) => values)).toEqual(["condition=boxNotFound"]);
  });

  it("shows a refusal again after a restart when showing it failed", async () => {
    const { clock, service, storage, open, refused } = start();
    const broken = createClient({
      baseUrl: "",
      settings,
      storage,
      world: clock.world,
      onRefused: () => {
        throw new Error("the screen is off");
      },
    });
    await broken.write("post-box", box(1, 99));
    await clock.run();
    broken.close();
    open();
    await clock.run();
    expect(refused).toHaveLength(1);
    expect(service.seen()).toBe(1);
    expect(await storage.load()).toEqual([]);
  });

  it("holds everything on a 401, and sends it when the credentials are renewed", async () => {
    const { clock, service, client, states } = start({ faults: ["login"] });
    for (const goods of [1, 2, 3]) await client.write("post-box", box(goods));
    await clock.run(3_600_000);
    expect([client.state(), service.recorded.length]).toEqual(["held", 0]);
    expect(client.entries().map(({ state }) => state)).toEqual(["held", "held", "held"]);
    service.logIn();
    client.renewed();
    await clock.run();
    expect(service.recorded).toHaveLength(3);
    expect(states).toEqual(["held", "running"]);
  });

  it("is held by no answer to credentials that were replaced meanwhile", async () => {
    const answers = [refusal(401, "UNAUTHENTICATED")];
    const { clock, service, client, states } = start({ instead: () => answers.pop() });
    await client.write("post-box", box(1));
    await clock.run(30);
    client.renewed();
    await clock.run();
    expect([service.seen(), service.recorded.length, states]).toEqual([2, 1, []]);
  });

  it("sends nothing while the device is offline, and soon after it is back", async () => {
    const { clock, service, client, states } = start();
    clock.setOnline(false);
    await client.write("post-box", box(1));
    await clock.run(600_000);
    expect([service.seen(), client.state()]).toEqual([0, "offline"]);
    clock.setOnline(true);
    await clock.run();
    expect(service.recorded).toHaveLength(1);
    expect(states).toEqual(["offline", "running"]);
  });

  it("sends nothing if another page took over while the storage was busy", async () => {
    const { clock, service, storage, open, done } = start();
    let updates = 0;
    let isAlone = false;
    const update: typeof storage.update = (id, change) => {
      updates += 1;
      return storage.update(id, change);
    };
    const lock = (_: string, turned: (held: boolean) => void) => {
      turned(true);
      // The first update tries the storage, the second keeps the scan, and the third marks it as sent.
      return { still: async () => isAlone || updates < 3, release: () => {} };
    };
    const client = open({
      storage: { ...storage, update, name: "scans" },
      world: { ...clock.world, lock },
    });
    await client.write("post-box", box(1));
    await clock.run(5_000);
    expect([updates, service.seen()]).toEqual([3, 0]);
    isAlone = true;
    await clock.run(5_000);
    expect(done).toHaveLength(1);
    client.close();
  });

  it("refuses a field that the route does not take before anything is queued", async () => {
    const { open } = start();
    // @ts-expect-error not a field of the request
    await expect(open().write("post-box", { ...box(1), colour: "red" })).rejects.toThrow(
      "post-box takes no colour",
    );
  });
});

describe("names", () => {
  it("are the site's in requests and ours in answers, except its columns", async () => {
    const sent: string[] = [];
    const clock = virtualWorld(async (url, init) => {
      sent.push(`${init.method} ${url} ${init.body ?? ""}`);
      return Response.json({
        "kisten-nr": "kiste_7",
        Menge: 1,
        erpSpalten: { Menge: 2 },
        posten: [{ ware: "ab.1234" }],
      });
    });
    const client = createClient({
      baseUrl: "https://x.example",
      settings: clientSettings(oddKeyless),
      world: clock.world,
      storage: memoryStorage(),
    });
    const asked = await client.ask("get-box-info", { box_no: "kiste_7" });
    expect(asked).toMatchObject({
      answer: {
        box_no: "kiste_7",
        quantity: 1,
        columns: { Menge: 2 },
        items: [{ zongpai: "ab.1234" }],
      },
    });
    await client.write("put-attachment-config", {
      zongpai: "ab.1234",
      entries: [{ category: "hülle", quantity: 2 }],
    });
    await clock.run();
    expect(sent).toEqual([
      "GET https://x.example/lager/v3/box/info?kisten-nr=kiste_7 ",
      `PUT https://x.example/lager/v3/attachment/config {"ware":"ab.1234","zubehör":[{"art":"hülle","Menge":2}]}`,
    ]);
  });
});
