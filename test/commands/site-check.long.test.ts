import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createErpDatabase } from "#infra/erp/erp-database.ts";
import demo from "../../sites/demo.ts";
import { runCommand } from "../support/command.ts";

const folder = mkdtempSync(join(tmpdir(), "site-check-"));
afterAll(() => rmSync(folder, { recursive: true }));

const check = (args: readonly string[], env?: Readonly<Record<string, string>>) =>
  runCommand("site-check", args, env);

describe("npm run site:check", () => {
  it.each([
    ["demo", "staging"],
    ["test/site/odd.ts", "local"],
  ])("takes %s from its form to a template of the stage %s", async (site, stage) => {
    const { status, stdout, stderr } = await check([site, "--stage", stage]);
    expect(stderr).toBe("");
    expect(stdout).toContain("no fault in the answers");
    expect(stdout).toMatch(/^ {2}name '\w+' — the profile$/m);
    expect(stdout).toContain("so this is the demo's ERP under your names");
    expect(stdout).toContain("A save would work.");
    expect(stdout.includes("its pages may count a scan twice")).toBe(site !== "demo");
    expect(stdout).not.toContain("Note: formats.");
    expect(stdout).not.toContain("FAILED");
    expect(stdout).toContain(`The template of the stage ${stage}:`);
    expect(stdout).toMatch(/\nok \d+ resources of 500 at most; .*\n\nReady\. SITE=/);
    expect(status).toBe(0);
  });

  it("is not ready while the stage cannot be synthesised, and says what to answer instead", async () => {
    const { status, stdout } = await check(["test/site/odd.ts"]);
    expect(stdout).toContain("Answer iam, apiKey or jwt.");
    expect(stdout).toMatch(
      /\nNot ready: its stage staging cannot be deployed \(--stage local, if it is only tried on this machine\)\.\n$/,
    );
    expect(status).toBe(1);
  });

  it("reports all faults of a form at once, and goes no further", async () => {
    const { status, stdout, stderr } = await check(["test/site/faulty.ts"]);
    expect(stderr.match(/^ {2}\S+: /gm)).toHaveLength(3);
    expect(stderr).toContain("overview.pageSize: Too small");
    expect(stderr).toContain("fields.quantity: must be text of 1 to 64 characters");
    expect(stderr).toContain("colour: is not asked");
    expect(stdout).toBe("");
    expect(status).toBe(1);
  });

  it.each([
    ["is no TypeScript", 'const name = "a" "b";', /, line 2, cannot be loaded: Expected .*/],
    [
      "uses what is not there",
      "const name = nothing;",
      /, line 2, cannot be loaded: nothing is not defined/,
    ],
  ])(
    "names the file, and the line as far as it is known, of a profile that %s",
    async (_, wrong, message) => {
      const profile = join(folder, "wrong.ts");
      writeFileSync(profile, `export default {};\n${wrong}\n`);
      const { status, stdout, stderr } = await check([profile]);
      expect(stderr).toMatch(new RegExp(`^${profile}${message.source}\n[^\n]*--help[^\n]*\n$`));
      expect([status, stdout]).toEqual([2, ""]);
    },
  );

  it("prints every answer with its origin, and is not ready while a save would fail", async () => {
    const file = join(folder, "empty.sqlite");
    createErpDatabase(file, demo, { boxes: [], goods: [] });
    const { status, stdout } = await check(["demo"], { ERP_SQLITE: file });
    expect(stdout).toContain(
      "\n  errors.product.timeout { status: 504, code: 'TIMEOUT', domain: 'warehouse' } — usualErrors\n",
    );
    expect(stdout).toContain("\n  routes.overview '/trace/overview' — the profile\n");
    expect(stdout).toContain("\n  pages.words [ 'en', 'de', 'zh-Hans' ] — the profile\n");
    expect(stdout).toContain("has no row");
    expect(stdout).toContain("The template of the stage staging:\nok ");
    expect(stdout).toMatch(/Not ready: its ERP\.\n$/);
    expect(status).toBe(1);
  });
});
