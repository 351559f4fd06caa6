import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { nameInValue } from "#lib/gate/api-key-names.ts";
import many from "../site/many-keys.ts";
import { runCommand } from "../support/command.ts";

const folder = mkdtempSync(join(tmpdir(), "warehouse-keys-"));
const file = join(folder, "keys.csv");
afterEach(() => rmSync(file, { force: true }));
const keys = (...args: string[]) => runCommand("keys", args);
const wanted = ["--site", "test/site/many-keys.ts", "--stage", "staging", "--plan", "p1an", "--out", file];

describe("npm run keys", () => {
  it("writes a key for each name, each another, for its owner alone", async () => {
    expect((await keys(...wanted)).out).toBe(`300 keys written to ${file}.\n`);
    const [head, ...lines] = readFileSync(file, "utf8").trim().split("\n");
    expect(head).toBe("name,key,description,enabled,usageplanIds");
    const names = many.auth.scheme === "apiKey" ? many.auth.keys : [];
    expect(lines.map((line) => nameInValue(line.split(",")[1], names))).toEqual(names);
    expect(new Set(lines.map((line) => line.split(",")[1]?.slice(-32))).size).toBe(300);
    for (const line of lines) expect(line).toMatch(/^Warehouse-demo-staging-[\w-]+,[\w-]{33,97},[\w-]+,true,p1an$/);
    expect(statSync(file).mode & 0o077).toBe(0);
    // What is there is somebody's keys.
    expect((await keys(...wanted)).status).toBe(1);
  });

  it("refuses a site whose stack makes its keys, and a name that the site has not", async () => {
    expect((await keys(...wanted.with(1, "test/site/api-key.ts"))).told).toContain("are made by its stack");
    expect((await keys(...wanted, "--only", "nobody")).told).toContain('no key "nobody"');
    expect((await keys("--site", "demo")).status).toBe(2);
  });
});
