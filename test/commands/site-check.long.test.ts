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

/** An ERP with one box and one kind of goods, of which so much was ordered. */
const erpWith = (name: string, goods: readonly string[]): string => {
  const file = join(folder, `${name}.sqlite`);
  createErpDatabase(file, demo, {
    boxes: [{ box_no: "BX10", quantity: 5, columns: ["sea", null] }],
    goods: goods.map((zongpai) => ({ zongpai, quantity: 7, product: "screw" })),
  });
  return file;
};

describe("npm run site:check", () => {
  it.each([
    ["demo", "staging"],
    ["test/site/odd.ts", "local"],
    ["test/site/category-caps.ts", "live"],
  ])("takes %s from its form to a template of the stage %s", async (site, stage) => {
    const { status, stdout, stderr } = await check([site, "--stage", stage]);
    expect(stderr).toBe("");
    expect(stdout).toContain("no fault in the answers");
    expect(stdout).toMatch(/^ {2}name '\w+' — the profile$/m);
    expect(stdout).toContain("so this is the demo's ERP under your names");
    expect(stdout).toContain("A save would work.");
    expect(stdout).not.toContain("FAILED");
    expect(stdout).toContain(`The template of the stage ${stage}:`);
    expect(stdout).toMatch(/\nok \d+ resources of 500 at most; .*\n\nReady\. SITE=/);
    expect(status).toBe(0);
  });

  it("is not ready while the stage cannot be synthesised, and says what the site must answer instead", async () => {
    const { status, stdout } = await check(["test/site/odd.ts"]);
    expect(stdout).toContain("Answer iam, apiKey or jwt.");
    expect(stdout).toMatch(
      /\nNot ready: its stage staging cannot be deployed \(--stage local, if it is only tried on this machine\)\.\n$/,
    );
    expect(status).toBe(1);
  });

  it("tries the service with goods and a box of the site's own ERP", async () => {
    const { status, stdout } = await check(["demo"], { ERP_SQLITE: erpWith("own", ["PO77-7"]) });
    expect(stdout).toContain("The service on this machine, with PO77-7 in BX10:");
    expect(stdout).toContain("ok goods are saved into a box once");
    expect(status).toBe(0);
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
    [
      "has what Node does not say the line of",
      "const twice = 1;\nconst twice: number = 2;",
      /, cannot be loaded: Identifier 'twice' .*/,
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

  it("is not ready while a save would fail", async () => {
    const { status, stdout } = await check(["demo"], { ERP_SQLITE: erpWith("empty", []) });
    expect(stdout).toContain("has no row");
    expect(stdout).toContain("The template of the stage staging:\nok ");
    expect(stdout).toMatch(/Not ready: its ERP\.\n$/);
    expect(status).toBe(1);
  });

  it("prints every answer with its origin, and says which messages are still English, but not of a site that has them all in its own words", async () => {
    const { stdout } = await check(["demo"]);
    expect(stdout).toContain("Note: all messages of errors are the default's, in English.");
    expect(stdout).toContain(
      "\n  errors.product.timeout { status: 504, code: 'TIMEOUT', domain: 'warehouse' } — usualErrors\n",
    );
    expect(stdout).toContain("\n  routes.overview '/trace/overview' — the profile\n");
    expect(stdout).toContain("\n  pages.words { lang: 'en' } — the profile\n");
    expect((await check(["test/site/odd.ts", "--stage", "local"])).stdout).not.toContain(
      "in English",
    );
  });
});
