import { describe, expect, it } from "vitest";
import { runCommand } from "../support/command.ts";

const fuzz = (...args: string[]) => runCommand("fuzz", args);

describe("npm run fuzz", () => {
  it("finds nothing to complain of on either site, in a small run", async () => {
    const runs = await Promise.all(
      ["demo", "test/site/odd.ts"].map((site) =>
        fuzz("--site", site, "--n", "150", "--seed", "20261121", "--json"),
      ),
    );
    for (const { out, told, status } of runs) {
      const { findings, tallies } = JSON.parse(out || `{"findings":${JSON.stringify(told)}}`);
      expect(findings).toEqual([]);
      expect(Object.keys(tallies)).toEqual(["fields", "spoiled", "address", "life"]);
      expect(tallies.fields.accepted).toBeGreaterThan(10);
      expect(tallies.spoiled.accepted).toBe(0);
      expect(tallies.address.accepted).toBe(0);
      expect(status).toBe(0);
    }
  }, 600_000);

  it("brings goods and an ERP of its own for a site whose ERP is a server, and asks that server for nothing", async () => {
    // Nothing listens there.
    const env = { TEST_ERP_PORT: "9" };
    const args = ["--site", "test/site/postgresql.ts", "--n", "60", "--seed", "20261121", "--json"];
    const { out, told, status } = await runCommand("fuzz", args, env);
    const { findings, tallies } = JSON.parse(out || `{"findings":${JSON.stringify(told)}}`);
    expect([findings, status]).toEqual([[], 0]);
    expect(tallies.life.accepted).toBeGreaterThan(5);
  }, 600_000);

  it("refuses a check that is not there with the names of all, and runs one of one site on that site alone", async () => {
    const [misspelt, cleared] = await Promise.all([
      fuzz("--only", "field post-box"),
      fuzz("--only", "fields clear-place", "--n", "20", "--seed", "1", "--json"),
    ]);
    expect([misspelt.status, misspelt.out]).toEqual([2, ""]);
    expect(misspelt.told).toMatch(
      /There is no check "field post-box"\. The checks are: .*fields post-box, .*life boxed, /,
    );
    expect(JSON.parse(cleared.out)).toMatchObject({
      site: "demo",
      tallies: { fields: {} },
      findings: [],
    });
  });

  it("says what it takes", async () => {
    const calls = [
      ["--help"],
      ["--n", "many"],
      ["--n", "0"],
      ["--site", "nowhere"],
      ["--site", "test/site/jwt.ts"],
    ];
    const ended = await Promise.all(calls.map((args) => fuzz(...args)));
    expect(ended.map(({ status }) => status)).toEqual([0, 2, 2, 2, 2]);
    expect(ended[0]?.out).toContain("Exit status: 0 without findings");
  });
});
