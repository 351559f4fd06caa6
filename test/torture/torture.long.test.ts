import { describe, expect, it } from "vitest";
import type { Options } from "./fixture.ts";
import { torture } from "./run.ts";

const { TORTURE_COMMANDS, TORTURE_KILLS, TORTURE_SEED } = process.env;
const seed = Number(TORTURE_SEED || Math.floor(Math.random() * 2 ** 31));

const run = (options: Partial<Options>) =>
  torture({
    n: Number(TORTURE_COMMANDS || 250),
    kills: Number(TORTURE_KILLS || 2),
    seed,
    faults: 0.25,
    site: "demo",
    ...options,
  });

describe("commands through networks that fail and machines that are killed", () => {
  it.each(["demo", "test/site/odd.ts"])(
    "are neither lost, doubled nor answered wrongly on %s",
    async (site) => {
      const { found, done, faults, lostAnswers } = await run({ site });
      expect(found, `seed ${seed}`).toEqual([]);
      expect(done).toBeGreaterThan(50);
      expect(faults).toBeGreaterThan(80);
      expect(lostAnswers).toBeGreaterThan(faults / 3);
    },
  );

  it("are counted: a planted fault, corrections that do not compare what they change, is found", async () => {
    const { found } = await run({ n: 250, kills: 0, seed: 3, planted: true });
    const kinds = found.map((sentence) => sentence.split(":")[0]);
    expect(kinds).toContain("drift");
    expect(kinds).toContain("histories without an order");
  });
});
