import { describe, expect, it } from "vitest";
import { memoryStorage } from "#scanner/client/storage.ts";
import { heldStorage } from "./held-storage.ts";
import { refusal } from "./model-service.ts";
import { box, outcomeOf, start } from "./rig.ts";
import { sharedStorage } from "./shared-storage.ts";

const idOf = (ticket: { readonly state: string; readonly id?: string }) => ticket.id ?? "";

describe("a page that is closed", () => {
  it("keeps a scan for the next one, although its channel is closed", async () => {
    const { storage, lock } = sharedStorage();
    let isOpen = true;
    const feed = () => {
      const postMessage = () => {
        if (!isOpen) throw new Error("InvalidStateError");
      };
      const close = () => {
        isOpen = false;
      };
      return { postMessage, close, onmessage: () => {} };
    };
    const { clock, open, service } = start({ storage: { ...storage, feed }, lock });
    const first = open();
    await clock.run(100);
    first.close();
    expect((await first.write("post-box", box(1))).state).toBe("queued");
    expect(isOpen).toBe(false);
    isOpen = true;
    open();
    await clock.run(100);
    expect(service.recorded).toHaveLength(1);
  });

  it("listens no longer for the device to wake", () => {
    const { clock, open } = start();
    const listening = new Set<() => void>();
    const onWake = (run: () => void) => {
      listening.add(run);
      return () => listening.delete(run);
    };
    const client = open({ world: { ...clock.world, onWake } });
    expect(listening.size).toBe(1);
    client.close();
    expect(listening.size).toBe(0);
  });

  it("still reports an end that it was storing", async () => {
    const { storage, lock } = sharedStorage();
    const slow = heldStorage(storage, "after");
    const instead = () => {
      slow.hold();
      return undefined;
    };
    const { clock, open } = start({ storage, lock, instead });
    const first = open({ storage: slow.storage });
    const second = open();
    const outcome = outcomeOf(await second.write("post-box", box(1)));
    await clock.run(1_000);
    first.close();
    await clock.run(100);
    slow.goOn();
    await clock.run(100);
    expect([(await outcome).state, second.entries()]).toEqual(["done", []]);
  });
});

it("a page that closes while it takes a scan back posts that", async () => {
  const { storage, lock } = sharedStorage();
  const slow = heldStorage(storage, "after");
  const { clock, open } = start({ storage, lock });
  clock.setOnline(false);
  const first = open();
  const second = open({ storage: slow.storage });
  const ticket = await second.write("post-box", box(1));
  await clock.run(100);
  slow.hold();
  const withdrawn = second.withdraw(idOf(ticket));
  await clock.run(10);
  second.close();
  slow.goOn();
  await clock.run(100);
  expect([await withdrawn, first.entries()]).toEqual(["withdrawn", []]);
});

describe("an application that cannot name the worker", () => {
  const broken = () => {
    throw new Error("signed out");
  };

  it("learns at once that a scan was not taken", async () => {
    const { open, storage } = start();
    await expect(open({ by: broken }).write("post-box", box(1))).rejects.toThrow("signed out");
    expect(await storage.load()).toEqual([]);
  });

  it("does not stop what was taken before", async () => {
    const { clock, open, service } = start();
    let isBroken = false;
    const client = open({ by: () => (isBroken ? broken() : "anna") });
    await client.write("post-box", box(1));
    isBroken = true;
    await clock.run();
    expect([service.recorded.length, client.entries()]).toEqual([1, []]);
  });
});

it("an entry is sent as stored, though the application changes its own copy", async () => {
  const { clock, open, service } = start();
  const entries = [{ category: "CABLE", quantity: 1 }];
  await open().write("put-attachment-config", { zongpai: "PO1", entries });
  entries[0] = { category: "CABLE", quantity: 9 };
  entries.push({ category: "MANUAL", quantity: 1 });
  await clock.run();
  expect(service.recorded).toMatchObject([{ entries: [{ category: "CABLE", quantity: 1 }] }]);
});

it("a scan that another page took back is not sent when marking it fails", async () => {
  const { storage, lock } = sharedStorage();
  const silent = heldStorage(storage);
  const { clock, open, service } = start({ storage, lock });
  clock.setOnline(false);
  const first = open({ storage: silent.storage });
  await clock.run(10);
  const second = open();
  const ticket = await second.write("post-box", box(1));
  await clock.run(10);
  silent.hold();
  clock.setOnline(true);
  await clock.run(0);
  expect(await second.withdraw(idOf(ticket))).toBe("withdrawn");
  await clock.run(10);
  silent.breakOff();
  await clock.run(100);
  expect([service.seen(), first.entries()]).toEqual([0, []]);
});

it("trying again twice leaves the mark that a scan was sent", async () => {
  let isRefused = true;
  const slow = heldStorage(memoryStorage());
  const { clock, open, service, storage } = start({
    storage: slow.storage,
    instead: () => (isRefused ? refusal(400, "INVALID_QUANTITY") : undefined),
    faults: [undefined, "timeout", "timeout"],
  });
  const client = open();
  await client.write("post-box", box(1));
  const ticket = await client.write("edit-box", box(1, 2));
  await clock.run(1_000);
  expect(client.entries()).toMatchObject([{ entry: { aside: "follows" } }]);
  isRefused = false;
  slow.hold();
  client.retry(idOf(ticket));
  await clock.run(5);
  client.retry(idOf(ticket));
  slow.goOn();
  await clock.run(100);
  expect(service.seen()).toBeGreaterThan(1);
  expect(await storage.load()).toMatchObject([{ sent: true }]);
});

it("a page that begins to lead meanwhile takes a sent scan back as unsure", async () => {
  const { storage, lock } = sharedStorage();
  const slow = heldStorage(storage);
  const { clock, open } = start({ storage, lock, instead: () => refusal(401, "UNAUTHENTICATED") });
  clock.setOnline(false);
  const first = open();
  const second = open({ storage: slow.storage });
  const ticket = await second.write("post-box", box(1));
  await clock.run(100);
  slow.hold();
  const withdrawn = second.withdraw(idOf(ticket));
  clock.setOnline(true);
  await clock.run(100);
  first.close();
  await clock.run(100);
  slow.goOn();
  await clock.run(100);
  expect(await withdrawn).toBe("unsure");
});

it("a refusal after a proxy's 503 is unsure", async () => {
  const answers = [
    new Response("<h1>Service Unavailable</h1>", { status: 503 }),
    refusal(400, "INVALID_FIELD"),
  ];
  const { clock, open, refused } = start({
    storage: memoryStorage(),
    instead: () => answers.shift(),
  });
  await open().write("post-box", box(1));
  await clock.run();
  expect(refused).toMatchObject([[{}, { unsure: true }]]);
});
