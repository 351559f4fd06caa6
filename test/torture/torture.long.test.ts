import { describe, expect, it } from "vitest";
import type { Options } from "./fixture.ts";
import { torture } from "./run.ts";

const { TORTURE_COMMANDS, TORTURE_KILLS, TORTURE_SEED, TORTURE_ENGINE } = process.env;

/** A run as small as the environment lets it be; its seed stands in what a failure prints. */
const run = (options: Partial<Options>) =>
  torture({
    n: Number(TORTURE_COMMANDS || 250),
    kills: Number(TORTURE_KILLS || 2),
    seed: Number(TORTURE_SEED || Math.floor(Math.random() * 2 ** 31)),
    engine: TORTURE_ENGINE || undefined,
    faults: 0.25,
    site: "demo",
    ...options,
  });

describe("commands through networks that fail and machines that are killed", () => {
  it.each(["demo", "test/site/odd.ts"])(
    "are neither lost, doubled nor answered wrongly on %s",
    async (site) => {
      const outcome = await run({ site });
      const { seed, counts, found, faults, lostAnswers, commands } = outcome;
      expect(found, `seed ${seed}`).toEqual([]);
      expect(new Set(Object.values(counts)), `seed ${seed}`).toEqual(new Set([0]));
      expect(commands.done).toBeGreaterThan(50);
      expect(faults).toBeGreaterThan(80);
      expect(lostAnswers).toBeGreaterThan(faults / 3);
    },
  );

  it("are counted: a planted bug, corrections that do not compare what they change, is found", async () => {
    const { counts } = await run({ n: 250, kills: 0, seed: 3, plant: "compare" });
    expect(counts.drift).toBeGreaterThan(0);
    expect(counts["histories without an order"]).toBeGreaterThan(0);
  });
});
