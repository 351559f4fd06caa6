import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createErpDatabase } from "#infra/erp/erp-database.ts";
import { routesOf } from "#lib/routes.ts";
import { leftOutIn, siteWith } from "../../commands/site-check/left-out-answers.ts";
import { countsOf } from "../../commands/synth/resource-counts.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import { deploymentWith, templateOf } from "../infra/template.ts";
import { runCommand } from "../support/command.ts";
import { newFolder } from "../support/folder.ts";

const folder = newFolder();

const runSiteCheck = (args: readonly string[], env?: Readonly<Record<string, string>>) =>
  runCommand("site-check", args, env);

describe("npm run site:check", () => {
  it("takes a site from its profile to a template", async () => {
    const { status, stdout, stderr } = await runSiteCheck(["test/site/odd.ts", "--stage", "local"]);
    expect([status, stderr]).toEqual([0, ""]);
    for (const said of [
      ...["The profile of odd has no fault", "so this check uses an invented ERP"],
      "A save would work.",
      "The template of the stage local:\nok ",
    ])
      expect(stdout).toContain(said);
    expect(stdout).not.toContain("FAILED");
    // The site answers that its boxes may be their own double.
    const notes = stdout.match(/^Note: formats\..*/gm);
    expect(notes).toEqual([expect.stringContaining("scan.doubles lists boxNo")]);
    expect(stdout).toMatch(/^passed goods are placed.*: the site has no route to clear a place$/m);
    expect(stdout).toMatch(/ resources; .*\n\nNote: ERP_SQLITE .*\nReady\. Next: SITE=/s);
  });

  it("ends ready for a site without extensions, whose goods stay in their boxes", async () => {
    const { status, stdout } = await runSiteCheck([
      ...["test/site/pages-without-key.ts", "--stage", "local"],
    ]);
    expect(stdout).toContain(
      ": the site has no route to clear a place; the site has no route to take goods out\n",
    );
    expect(stdout).toContain("its pages may count a scan twice");
    expect(stdout).toContain(
      "extensions.replayed cannot be added by itself. Its check failed: extensions.replayed: there is no idempotency key",
    );
    expect(stdout).not.toContain("FAILED");
    expect([status, stdout]).toEqual([0, expect.stringContaining("\nReady. Next: SITE=")]);
  });

  it("ends ready for plain, and counts what each left out answer would add", async () => {
    const { status, stdout, stderr } = await runSiteCheck(["plain"]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^The profile of plain has no fault\.\n\n12 of \d+ questions are/);
    expect(stdout).not.toContain("FAILED");
    const now = countsOf(templateOf(plain, "staging").resources);
    expect(stdout).toContain(
      `\nok ${routesOf(plain).length} operations, ${now.functions} functions and ${now.alarms} alarms in ${now.resources} resources; `,
    );
    // A box has no place to clear without another route.
    const alone = leftOutIn(plain).filter((path) => path !== "routes.clearBox");
    expect(stdout).toContain("routes.clearBox cannot be added by itself.");
    for (const answer of [...alone, "docs"]) {
      const docs = answer === "docs" ? "/docs" : false;
      const site = docs ? plain : siteWith(plain, answer, "staging");
      const more = countsOf(
        templateOf(site, "staging", { deployment: deploymentWith({ docs }) }).resources,
      );
      const figures = [
        routesOf(site).length - routesOf(plain).length,
        more.functions - now.functions,
        more.resources - now.resources,
      ];
      const [, ...shown] =
        new RegExp(`│ ${answer.replace(".", "\\.")} .*│ +(\\S+) │ +(\\S+) │ +(\\S+) │`).exec(
          stdout,
        ) ?? [];
      expect([answer, ...shown.map(Number)]).toEqual([answer, ...figures]);
    }
    expect(stdout).toMatch(/│ routes\.move .* \+1 │ .* \+6 │/);
    expect(stdout).toMatch(
      /┘\n {2}routes\.clearBox .*\nAnswers that you can copy .*\nReady\. Next: SITE=plain .*\n$/s,
    );
  });

  it("is not ready if the stage cannot be synthesised, and says what to answer", async () => {
    expect(await runSiteCheck(["test/site/odd.ts", "--stage", "staging"])).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(
        /Answer iam, apiKey or jwt\..*\nNot ready: its stage staging cannot be deployed/s,
      ),
    });
  });

  it("reports all faults of a form at once, and stops there", async () => {
    const { status, stdout, stderr } = await runSiteCheck(["test/site/faulty.ts"]);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr.match(/^ {2}\S+: /gm)?.toSorted()).toEqual([
      ...["  colour: ", "  fields.quantity: ", "  overview.pageSize: "],
    ]);
  });

  it("checks a profile that is written without defineSite", async () => {
    const profile = join(folder, "bare.ts");
    writeFileSync(profile, 'export default { name: "bare", colour: "red" };\n');
    const { status, stdout, stderr } = await runSiteCheck([profile]);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^The site profile "bare" cannot be used:\n/);
    expect(stderr).toContain("\n  colour: is not an answer of the site schema");
  });

  it("refuses a file that exports no site", async () => {
    const profile = join(folder, "nothing.ts");
    writeFileSync(profile, 'export const site = { name: "nothing" };\n');
    const { status, stdout, stderr } = await runSiteCheck([profile]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^\S+nothing\.ts exports no site\. .* export default defineSite/);
  });

  it.each([
    ["is no TypeScript", 'const name = "a" "b";', /, line 2, cannot be loaded: Expected .*/],
    [
      "uses what is not there",
      "const name = nothing;",
      /, line 2, cannot be loaded: nothing is not defined/,
    ],
  ])("names the file, and the line if known, of a profile that %s", async (_, wrong, message) => {
    const profile = join(folder, "wrong.ts");
    writeFileSync(profile, `export default {};\n${wrong}\n`);
    const { status, stdout, stderr } = await runSiteCheck([profile]);
    expect(stderr).toMatch(new RegExp(`^${profile}${message.source}\n[^\n]*--help[^\n]*\n$`));
    expect([status, stdout]).toEqual([2, ""]);
  });

  it("prints every answer with its origin, and is not ready if saves fail", async () => {
    const file = join(folder, "empty.sqlite");
    createErpDatabase(file, demo, { boxes: [], goods: [] });
    const { status, stdout } = await runSiteCheck(["demo"], { ERP_SQLITE: file });
    for (const said of [
      "\nFrom the convention usualErrors(…):\n",
      "\n  errors.product 504      timeout 'TIMEOUT'\n",
      " words [ 'en', 'de', 'zh-Hans' ]\n",
      ...["has no row", "The template of the stage staging:\nok "],
    ])
      expect(stdout).toContain(said);
    expect([status, stdout]).toEqual([
      1,
      expect.stringMatching(
        /Not ready: its ERP\. Next: fix what is said above, then .*npm run site:check -- .*\n$/,
      ),
    ]);
  });
});
