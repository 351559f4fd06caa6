import { expect, it } from "vitest";
import type { Feed, QueueStorage } from "#scanner/client/storage.ts";
import { heldStorage } from "./held-storage.ts";
import type { Fault } from "./model-service.ts";
import { box, start } from "./rig.ts";
import { sharedStorage } from "./shared-storage.ts";

/** Two pages whose storage is emptied while they are offline. */
const emptiableStorage = (faults: readonly (Fault | undefined)[] = []) => {
  const { storage: roomy, lock, empty } = sharedStorage();
  let isFull = false;
  const storage: QueueStorage = {
    ...roomy,
    update: (ids, change) =>
      roomy.update(ids, (stored, id) => {
        const entry = change(stored, id);
        if (isFull && entry) throw new Error("QuotaExceededError");
        return entry;
      }),
  };
  const { clock, open, service, refused } = start({ storage, lock, faults });
  const reported: string[] = [];
  const page = (name: string, more = {}) => open({ onEmptied: () => reported.push(name), ...more });
  clock.setOnline(false);
  const fill = (value: boolean) => {
    isFull = value;
  };
  return { clock, service, refused, storage, empty, fill, reported, page };
};

/** A storage that delivers the messages of other pages late. */
const lateMessages = (storage: QueueStorage) => {
  const messages: (() => void)[] = [];
  const feed = () => {
    const prompt = storage.feed?.() as Feed;
    const late: Feed = { ...prompt };
    prompt.onmessage = (message) => void messages.push(() => late.onmessage(message));
    return late;
  };
  const deliver = () => {
    for (const run of messages.splice(0)) run();
  };
  return { storage: { ...storage, feed }, deliver };
};

it.each([
  ["", false],
  [" before a page hears of it", true],
])(
  "waiting entries are stored again and sent when the storage is emptied%s",
  async (_, silently) => {
    const { clock, service, storage, empty, reported, page } = emptiableStorage();
    const client = page("first");
    for (let goods = 0; goods < 20; goods += 1) await client.write("post-box", box(goods));
    await clock.run(100);
    await empty(silently);
    await clock.run(100);
    if (!silently) expect([reported, (await storage.load()).length]).toEqual([["first"], 20]);
    expect(client.entries()).toHaveLength(20);
    clock.setOnline(true);
    await clock.run();
    expect([service.recorded.length, await storage.load()]).toEqual([20, []]);
  },
);

it("another page stores again what the sending page no longer can", async () => {
  const { clock, service, empty, page } = emptiableStorage();
  const first = page("first");
  const second = page("second");
  for (const goods of [1, 2, 3]) await first.write("post-box", box(goods));
  await clock.run(100);
  await empty(true);
  first.close();
  await clock.run(2_000);
  expect(second.entries()).toHaveLength(3);
  second.close();
  page("third");
  await clock.run(100);
  clock.setOnline(true);
  await clock.run();
  expect(service.recorded).toHaveLength(3);
});

it("a page that does not send takes back no entry that the storage lost", async () => {
  const { clock, service, empty, page } = emptiableStorage();
  const first = page("first");
  const second = page("second");
  const ticket = await first.write("post-box", box(1));
  await clock.run(100);
  await empty(true);
  expect(await second.withdraw(ticket.state === "queued" ? ticket.id : "")).toBe(false);
  first.close();
  clock.setOnline(true);
  await clock.run();
  expect(service.recorded).toHaveLength(1);
});

it("an entry that another page removed holds up no scans of its goods", async () => {
  const { clock, service, storage, page } = emptiableStorage();
  const client = page("first");
  const ticket = await client.write("post-box", box(1));
  await clock.run(100);
  const id = ticket.state === "queued" ? ticket.id : "";
  // The other page was killed before it could post that it removed the entry.
  await storage.update([id], () => undefined);
  expect(await client.withdraw(id)).toBe(false);
  await client.write("post-box", box(1, 2));
  clock.setOnline(true);
  await clock.run();
  expect(service.recorded).toMatchObject([{ quantity: 2 }]);
});

it("a closed page does not show an entry that the emptied storage lost", async () => {
  const { clock, storage, empty, page } = emptiableStorage();
  const correction = "key-000000000002";
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let updates = 0;
  const update: QueueStorage["update"] = async (ids, change) => {
    if (ids[0] === correction) await gates[updates++]?.promise;
    return storage.update(ids, change);
  };
  clock.setOnline(true);
  const first = page("first", { storage: { ...storage, update } });
  void first.write("post-box", box(1, 99));
  // The refusal sets the correction aside while it is being stored.
  void first.write("edit-box", box(1, 2));
  await clock.run(1_000);
  gates[0]?.resolve();
  await clock.run(100);
  expect(first.entries()).toMatchObject([{ entry: { id: correction }, state: "aside" }]);
  first.close();
  await empty(true);
  const second = page("second");
  await clock.run(100);
  gates[1]?.resolve();
  await clock.run(100);
  expect([await storage.load(), second.entries()]).toEqual([[], []]);
});

it("the next page sends an entry that a closed page stored again", async () => {
  // Seed 557661950 of the simulation found it: the next page had read the storage before.
  const { clock, service, storage, empty, page } = emptiableStorage();
  const { storage: slow, hold, goOn } = heldStorage(storage);
  const first = page("first", { storage: slow });
  await first.write("post-box", box(1));
  await clock.run(100);
  hold();
  clock.setOnline(true);
  clock.wake();
  await clock.run(100);
  first.close();
  await empty(true);
  page("second");
  await clock.run(100);
  goOn();
  await clock.run();
  expect([service.recorded.length, await storage.load()]).toEqual([1, []]);
});

it.each([
  ["", false],
  [" while the network returns", true],
])("an entry that the storage lost can be taken back%s, and is not sent", async (_, atOnce) => {
  const { clock, service, empty, page } = emptiableStorage();
  const client = page("first");
  const ticket = await client.write("post-box", box(1));
  await clock.run(100);
  await empty(true);
  const withdrawn = client.withdraw(ticket.state === "queued" ? ticket.id : "");
  if (!atOnce) await withdrawn;
  clock.setOnline(true);
  clock.wake();
  expect(await withdrawn).toBe("withdrawn");
  await clock.run();
  expect(service.seen()).toBe(0);
});

it("an entry that another page took back just before is not sent", async () => {
  // Seed 1900916332 of the simulation found it: the sending page marks the entry after the storage was emptied, and hears of the other page
  // after that.
  const { clock, service, storage, empty, page } = emptiableStorage();
  const { storage: slow, hold, goOn } = heldStorage(storage);
  const { storage: late, deliver } = lateMessages(slow);
  const first = page("first", { storage: late });
  const second = page("second");
  const ticket = await first.write("post-box", box(1));
  await clock.run(100);
  hold();
  clock.setOnline(true);
  clock.wake();
  await clock.run(100);
  expect(await second.withdraw(ticket.state === "queued" ? ticket.id : "")).toBe("withdrawn");
  await empty();
  goOn();
  await clock.run(100);
  deliver();
  await clock.run();
  expect([service.seen(), await storage.load()]).toEqual([0, []]);
});

it("a refusal that is not understood yet is shown again after a restart", async () => {
  const { clock, refused, empty, page, storage } = emptiableStorage();
  clock.setOnline(true);
  const client = page("first", { onRefused: () => new Promise(() => {}) });
  await client.write("post-box", box(1, 99));
  await clock.run(1_000);
  await empty();
  await clock.run(100);
  expect(await storage.load()).toHaveLength(1);
  client.close();
  page("next");
  await clock.run();
  expect(refused).toHaveLength(1);
});

it("a scan that the sending page hears of later is stored again and sent", async () => {
  const { clock, service, storage, empty, page } = emptiableStorage();
  page("first");
  const second = page("second");
  await clock.run(100);
  await second.write("post-box", box(1));
  await empty();
  await clock.run(100);
  expect(await storage.load()).toHaveLength(1);
  clock.setOnline(true);
  await clock.run();
  expect(service.recorded).toHaveLength(1);
});

it("entries set aside without room are stored again when the device wakes", async () => {
  const { clock, storage, empty, fill, page } = emptiableStorage();
  const client = page("first");
  await client.write("post-box", box(1, 99));
  await client.write("edit-box", box(1, 2));
  clock.setOnline(true);
  await clock.run(1_000);
  expect(client.entries()).toMatchObject([{ state: "aside" }]);
  fill(true);
  await empty();
  await clock.run(100);
  expect(await storage.load()).toEqual([]);
  fill(false);
  clock.wake();
  await clock.run(100);
  expect(await storage.load()).toMatchObject([{ aside: "follows" }]);
});

it("a page that opens shows no entry whose end a full storage lacks", async () => {
  const { clock, storage, fill, page } = emptiableStorage();
  const first = page("first");
  await first.write("post-box", box(1, 99));
  await clock.run(100);
  fill(true);
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const load = async () => {
    const stored = await storage.load();
    await answered;
    return stored;
  };
  const second = page("second", { storage: { ...storage, load } });
  clock.setOnline(true);
  await clock.run(1_000);
  expect(await storage.load()).toEqual([]);
  resolve();
  await clock.run(100);
  expect(second.entries()).toEqual([]);
});

it("a page that opens shows no entry whose refusal another page shows", async () => {
  const { clock, fill, page } = emptiableStorage();
  const { promise: understood, resolve } = Promise.withResolvers<void>();
  const first = page("first", { onRefused: () => understood });
  await first.write("post-box", box(1, 99));
  await clock.run(100);
  fill(true);
  clock.setOnline(true);
  await clock.run(1_000);
  const second = page("second");
  await clock.run(1_000);
  resolve();
  await clock.run(1_000);
  expect(second.entries()).toEqual([]);
});

it("a refusal is unsure where it says that the key was used", async () => {
  // The first request asks for the time, and the scan's answer comes too late. The full storage keeps no instant, so the scan is dated
  // again.
  const { clock, service, refused, fill, page } = emptiableStorage([undefined, "timeout"]);
  const first = page("first");
  await first.write("post-trace-location", { zongpai: "PO1", location: "L1" });
  fill(true);
  clock.setOnline(true);
  await clock.run(2_000);
  expect(service.recorded).toHaveLength(1);
  first.close();
  clock.setClock(60_000);
  page("second");
  await clock.run();
  expect(refused.map(([, { error_code, unsure }]) => [error_code, unsure])).toEqual([
    ["IDEMPOTENCY_KEY_REUSED", true],
  ]);
});

it("a refusal that a full storage did not take waits on no other page", async () => {
  const { clock, fill, page } = emptiableStorage();
  const { promise: isShown, resolve: understand } = Promise.withResolvers<void>();
  const first = page("first", { onRefused: () => isShown });
  await first.write("post-box", box(1, 99));
  fill(true);
  clock.setOnline(true);
  await clock.run(100);
  const second = page("second");
  await clock.run(100);
  understand();
  await clock.run(100);
  expect([first.entries(), second.entries()]).toEqual([[], []]);
});
