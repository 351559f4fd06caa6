// @module-tag engine
import fc from "fast-check";
import { expect, it } from "vitest";
import demo from "../../sites/demo.ts";
import { fieldsOf, knownOf, ordered, writeOn } from "../simulation/plan.ts";
import { erpRowsOf, openFixture } from "../support/fixture.ts";
import { openKilledStage } from "./killed-stage.ts";
import { findFaults, watchClients } from "./watched-clients.ts";

/** Number of kills, of the stage and the engine in turn. */
const kills = Number(process.env.TORTURE_KILLS ?? 20);
/** Scans between two kills. The next kill comes when half of them have ended or wait behind a refused one. */
const between = 16;
const scanners = 8;

it(`what was answered is stored, though stage or engine is killed ${kills} times`, async () => {
  const known = knownOf(demo, 8);
  const seed = Math.floor(Math.random() * 2 ** 31);
  const drawn = fc.sample(writeOn(demo), { seed, numRuns: kills * between });
  await using bare = await openFixture("torture", "sites/demo.ts", (site) =>
    erpRowsOf(known, ordered(site), site),
  );
  const stage = await openKilledStage(bare);
  const told = new Set<string>();
  let heard = Promise.withResolvers<void>();
  const { scans, clients } = watchClients(scanners, {
    stageUrl: stage.url,
    // Waits shortly: a real second is long for a test.
    random: () => Math.random() / 50,
    onEnd: (key) => {
      told.add(key);
      heard.resolve();
      heard = Promise.withResolvers<void>();
    },
  });
  const until = async (count: number) => {
    while (told.size < count) await heard.promise;
  };
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const next = drawn.slice(kill * between, (kill + 1) * between);
      for (const [at, write] of next.entries()) {
        const fields = await fieldsOf(write, demo, known, { now: Date.now() });
        await clients[at % scanners]?.write(write.route, fields as never);
      }
      await until(kill * between + between / 2);
      if (kill % 2 === 0) await stage.killService();
      else await stage.killEngine();
      for (const client of clients) client.retry();
    }
    await until(drawn.length);
  } finally {
    for (const client of clients) client.close();
    await stage.stopService();
  }
  const found = await findFaults(stage.endpoint, scans, known.items);
  expect([`seed ${seed}`, ...found]).toEqual([`seed ${seed}`]);
});
