import { setTimeout as sleep } from "node:timers/promises";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Entry } from "#scanner/client/entry.ts";
import { indexedDbStorage } from "#scanner/client/indexed-db.ts";
import queue from "./last-release.json" with { type: "json" };
import { settings, start } from "./rig.ts";

// What the client of 0.3.0 (f5d4162c) left in IndexedDB. Never regenerate it.
const stored = (queue.entries as readonly Entry[]).toSorted(
  (one, other) => one.order - other.order,
);
const refused = stored.filter(({ refusal }) => refusal);
const kept = stored.filter(({ refusal }) => !refusal);
const aside = kept.filter((entry) => entry.aside);
const waiting = kept.filter((entry) => !entry.aside);
const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id);

const name = "scans of 0.3.0";
const day = 86_400_000;

beforeEach(async () => {
  const browser = new IDBFactory();
  vi.stubGlobal("indexedDB", browser);
  const request = browser.open(name, queue.version);
  await new Promise<void>((resolve) => {
    request.onupgradeneeded = () => {
      const [entries = "", made = ""] = queue.stores;
      const rows = request.result.createObjectStore(entries, { keyPath: "id" });
      request.result.createObjectStore(made);
      for (const entry of stored) rows.put(entry);
    };
    request.onsuccess = () => resolve();
  });
  request.result.close();
});
afterEach(() => void vi.unstubAllGlobals());

/** A page that opens some hours after the page of 0.3.0, without a network. It notes the writes that it sends. */
const openPage = async () => {
  const sent: { id: string | null; by: string | null; to: string; fields: Entry["fields"] }[] = [];
  const rig = start({ storage: indexedDbStorage(name), options: { keepFor: 30 * day } });
  const { clock } = rig;
  await clock.run(31.5 * day);
  clock.setOnline(false);
  const world: typeof clock.world = {
    ...clock.world,
    lock: (_, onChange) => {
      onChange(true);
      return { release: () => {} };
    },
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      const [id, by] = [headers.get(settings.key || ""), headers.get("x-api-key")];
      const to = `${init.method} ${new URL(url).pathname}`;
      if (id) sent.push({ id, by, to, fields: JSON.parse(String(init.body)) });
      return clock.world.fetch(url, init);
    },
  };
  const client = rig.open({ world, concurrency: 1, headers: (by = "") => ({ "x-api-key": by }) });
  const settle = async () => {
    for (let turn = 0; turn < 50; turn += 1) {
      await clock.run(200);
      await sleep(1);
    }
  };
  await settle();
  return { rig, client, sent, settle };
};

it("a queue of 0.3.0 is shown as its page left it", async () => {
  const { client } = await openPage();
  expect(client.entries().map(({ entry }) => entry)).toEqual(kept);
  const unsent = waiting.map(({ sent }) => (sent ? "sent" : "waiting"));
  const states = client.entries().map(({ state }) => state);
  expect(states).toEqual([...aside.map(() => "aside"), ...unsent]);
  client.close();
});

it("a refusal that 0.3.0 left is shown, and then forgotten", async () => {
  const { client, rig } = await openPage();
  expect(rig.refused).toEqual(refused.map((entry) => [entry, entry.refusal]));
  expect(new Set(ids(await rig.storage.load()))).toEqual(new Set(ids(kept)));
  client.close();
});

it("what waited in 0.3.0 is sent once, in its order, unchanged", async () => {
  const { client, rig, sent, settle } = await openPage();
  rig.clock.setOnline(true);
  await settle();
  expect(sent.map(({ id }) => id)).toEqual(ids(waiting));
  expect(rig.done).toEqual(ids(waiting));
  for (const [at, { route, by, fields, queuedAt }] of waiting.entries()) {
    const { method, path, takes } = settings.routes[route] ?? {};
    expect(sent[at]).toMatchObject({ by, to: `${method} ${path}`, fields });
    // A scan whose instant 0.3.0 did not know yet gets it now.
    const { scanned_at, ...others } = sent[at]?.fields ?? {};
    const { scanned_at: _, ...before } = fields;
    expect(others).toEqual(before);
    if (!takes?.scanned_at) continue;
    expect(Math.abs(Date.parse(String(scanned_at)) - queuedAt)).toBeLessThan(1_000);
  }
  client.close();
});

it("what 0.3.0 set aside waits for the worker, and expired scans stay", async () => {
  const { client, rig, sent, settle } = await openPage();
  rig.clock.setOnline(true);
  await settle();
  sent.length = 0;
  expect(client.entries().map(({ entry }) => entry)).toEqual(aside);
  for (const id of ids(aside)) client.retry(id);
  await settle();
  const [expired, others] = [true, false].map((is) =>
    aside.filter((entry) => (entry.aside === "expired") === is),
  );
  expect(sent.map(({ id }) => id)).toEqual(ids(others ?? []));
  expect(await rig.storage.load()).toEqual(expired);
  client.close();
});
