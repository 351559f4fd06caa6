import { expect, it } from "vitest";
import { clientSettings } from "#lib/page/client-settings.ts";
import { createClient } from "#scanner/client/client.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import { surroundings } from "#scanner/client/surroundings.ts";
import demo from "../../sites/demo.ts";

it("asks no timer to wait for less than nothing on a device that is slow between two looks at its clock", async () => {
  const own = surroundings();
  const waits: number[] = [];
  const enough = Promise.withResolvers<void>();
  let clock = 0;
  const world = {
    ...own,
    clock: () => (clock += 20),
    // The pauses are a few looks long.
    random: () => 0.3,
    fetch: () => Promise.reject(new TypeError("no network")),
    after: (ms: number, run: () => void) => {
      if (waits.push(ms) > 300) enough.resolve();
      return own.after(Math.min(1, Math.max(0, ms)), run);
    },
  };
  const client = createClient({
    baseUrl: "http://127.0.0.1:9",
    settings: clientSettings(demo),
    storage: memoryStorage(),
    world,
  });
  const place = {
    zongpai: "PO4-1",
    location: "L1-A-3",
    off_shelf: undefined,
    scanned_at: undefined,
  };
  await client.write("post-trace-location", place);
  await enough.promise;
  client.close();
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(0);
});
