import { describe, expect, it } from "vitest";
import { runCommand } from "../support/run-command.ts";

const fuzz = (...args: string[]) => runCommand("commands/fuzz.ts", args);

describe("npm run fuzz", () => {
  it("finds nothing to complain of on either site, in a small run", async () => {
    const runs = await Promise.all(
      ["demo", "test/site/odd.ts"].map((site) => fuzz("--site", site, "--n", "150", "--seed", "20261121", "--json")),
    );
    for (const { out, told, status } of runs) {
      const { findings, tallies, notChecked } = JSON.parse(out || `{"findings":${JSON.stringify(told)}}`);
      expect(findings).toEqual([]);
      expect(Object.keys(tallies)).toEqual(["positive", "negative", "address", "life", "curated"]);
      expect(tallies.positive.accepted).toBeGreaterThan(10);
      expect(tallies.negative.accepted).toBe(0);
      expect(tallies.address.accepted).toBe(0);
      expect(notChecked).toHaveLength(1);
      expect(status).toBe(0);
    }
  });

  it("says what it takes", async () => {
    const calls = [
      ["--help"],
      ["--n", "many"],
      ["--n", "0"],
      ["--site", "nowhere"],
      ["--url", "http://127.0.0.1:1"],
      ["--path", "1:2"],
      ["--header", "nonsense"],
    ];
    const ended = await Promise.all(calls.map((args) => fuzz(...args)));
    expect(ended.map(({ status }) => status)).toEqual([0, 2, 2, 2, 2, 2, 2]);
    expect(ended[0]?.out).toContain("Exit status: 0 without findings");
  });
});
