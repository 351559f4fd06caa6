import { expect, it } from "vitest";
import { torture } from "./run.ts";

const { TORTURE_COMMANDS, TORTURE_KILLS, TORTURE_SEED } = process.env;
const n = Number(TORTURE_COMMANDS || 250);
const kills = Number(TORTURE_KILLS || 2);
const seed = Number(TORTURE_SEED || Math.floor(Math.random() * 2 ** 31));

it.each(["demo", "test/site/odd.ts"])(
  "commands through networks that fail and machines that are killed are neither lost, doubled nor answered wrongly on %s",
  async (site) => {
    const { found, done, faults, lostAnswers } = await torture({
      n,
      kills,
      seed,
      site,
      faults: 0.25,
    });
    expect(found, `seed ${seed}`).toEqual([]);
    expect(done).toBeGreaterThan(50);
    expect(faults).toBeGreaterThan(80);
    expect(lostAnswers).toBeGreaterThan(faults / 3);
  },
);
