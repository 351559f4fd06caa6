import { describe, expect, it } from "vitest";
import { runCommand } from "../support/command.ts";

const torture = (...args: string[]) => runCommand("torture", args);

describe("npm run torture", () => {
  it("finds that nothing is lost, doubled or told wrongly on either site, in a small run with kills", async () => {
    const runs = await Promise.all(
      ["demo", "test/site/odd.ts"].map((site) =>
        torture("--site", site, "--n", "250", "--kills", "2", "--json"),
      ),
    );
    for (const { out, told, status } of runs) {
      const { counts, found, kills, faults, lostAnswers, commands } = JSON.parse(
        out || `{"found":${JSON.stringify(told)}}`,
      );
      // What it told has the seed, with which it can be done again.
      expect(found, told).toEqual([]);
      expect(new Set(Object.values(counts)), told).toEqual(new Set([0]));
      expect(commands.done).toBeGreaterThan(50);
      expect(faults).toBeGreaterThan(80);
      expect(lostAnswers).toBeGreaterThan(faults / 3);
      expect(kills).toBe(2);
      expect(status).toBe(0);
    }
  });

  it("finds a planted bug: corrections that do not compare what they change", async () => {
    const { out, status } = await torture(
      "--n",
      "250",
      "--kills",
      "0",
      "--seed",
      "3",
      "--plant",
      "compare",
      "--json",
    );
    const { counts } = JSON.parse(out);
    expect(counts.drift).toBeGreaterThan(0);
    expect(counts["histories without an order"]).toBeGreaterThan(0);
    expect(status).toBe(1);
  });

  it("says what it takes", async () => {
    const calls = [
      ["--help"],
      ["--n", "many"],
      ["--site", "nowhere"],
      ["--engine", "here"],
      ["--plant", "weeds"],
      ["--faults", "2"],
    ];
    const ended = await Promise.all(calls.map((args) => torture(...args)));
    expect(ended.map(({ status }) => status)).toEqual([0, 2, 2, 2, 2, 2]);
    expect(ended[0]?.out).toContain("Exit status: 0 all are 0");
  });
});
