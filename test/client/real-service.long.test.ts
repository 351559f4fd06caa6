import { expect, test, vi } from "vitest";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import type { Requests } from "#lib/page/requests.ts";
import { type ClientOptions, createClient } from "#scanner/client/client.ts";
import { memoryStorage, type QueueStorage } from "#scanner/client/storage.ts";
import { surroundings } from "#scanner/client/surroundings.ts";
import demo from "../../sites/demo.ts";
import { stageOfFile } from "../support/file-stage.ts";
import { type Mishap, wayTo } from "../support/way-to.ts";
import { settings } from "./rig.ts";

const goods = Array.from({ length: 40 }, (_, at) => `PO${at}-1`);
const stage = stageOfFile(goods);

/** Waits shortly: a real second is long for a test. */
const hasty = { ...surroundings(), random: () => Math.random() / 50 };

const clientAt = (
  baseUrl: string,
  storage: QueueStorage = memoryStorage(),
  more: Partial<ClientOptions> = {},
) =>
  createClient<Requests>({
    baseUrl,
    settings,
    storage,
    world: hasty,
    concurrency: 8,
    headers: () => localCredentials(demo),
    ...more,
  });

const itemsOf = async (box_no: string) => {
  const found = await clientAt(stage.url).ask("get-box-info", { box_no });
  return found.state === "done"
    ? found.answer.items.map(({ zongpai, quantity }) => [zongpai, quantity] as const)
    : found;
};

test("a day of scans through a bad network is recorded once each, although the program is restarted twice", async () => {
  const storage = memoryStorage();
  let requests = 0;
  let loggedIn = true;
  const mishaps: readonly Mishap[] = [
    "drop",
    "lose",
    { status: 503, headers: { "retry-after": "0" } },
    { status: 500 },
    undefined,
    "lose",
  ];
  const meet = () => {
    requests += 1;
    if (requests === 15) loggedIn = false;
    return loggedIn ? mishaps[(requests * 7) % (mishaps.length + 3)] : { status: 401 };
  };
  const way = await wayTo(stage.url, { meet });
  const refused: string[] = [];
  const done = new Set<string>();
  const open = () =>
    clientAt(way.url, storage, {
      onDone: ({ id }) => done.add(id),
      onRefused: (_, { error_code }) => refused.push(error_code),
      onState: (state) => {
        if (state !== "held") return;
        loggedIn = true;
        client.renewed();
      },
    });
  let client = open();
  const ids: string[] = [];
  for (const [at, zongpai] of goods.entries()) {
    const saved = await client.write("post-box", { box_no: "BX1", zongpai, quantity: 5 });
    const edited = await client.write("edit-box", {
      box_no: "BX1",
      zongpai,
      quantity: 3,
      expected_quantity: 5,
    });
    const placed = await client.write("post-trace-location", { zongpai, location: `L1-A-${at}` });
    for (const ticket of [saved, edited, placed])
      if (ticket.state === "queued") ids.push(ticket.id);
    if (at === 10 || at === 25) {
      await vi.waitUntil(() => done.size > at * 2, { timeout: 60_000 });
      client.close();
      client = open();
    }
  }
  await vi.waitUntil(() => done.size === ids.length, { timeout: 60_000 });
  await way.close();
  expect(refused).toEqual([]);
  expect(await storage.load()).toEqual([]);
  expect(requests).toBeGreaterThan(ids.length);
  // The edits were right only if each came after its save and neither was done twice: 5, then 3 if it was 5.
  expect(await itemsOf("BX1")).toEqual(goods.toSorted().map((zongpai) => [zongpai, 3]));
});
