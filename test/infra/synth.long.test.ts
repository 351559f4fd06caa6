import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { deploymentOf } from "#infra/deployment.ts";
import { erpFileFor } from "#infra/erp/erp-file.ts";
import { functionsOf } from "#infra/route-functions.ts";
import demo from "../../sites/demo.ts";
import { stagingTemplateText } from "../../tools/docs/released-template.ts";
import odd from "../site/odd.ts";
import { type Ended, runCommand } from "../support/command.ts";
import { createTestErp } from "../support/erp.ts";
import { newFolder } from "../support/folder.ts";
import { deployedIn } from "./template.ts";

const testFolder = newFolder();
const outFolder = (name: string) => join(testFolder, name);
const runSynth = (...args: string[]) => runCommand("synth", args);

const oddLocal = ["--site", "test/site/odd.ts", "--stage", "local"];
const erpFile = join(testFolder, "erp.sqlite");
let demoRun: Ended;
let deployedFunctions: ReturnType<typeof deployedIn>;
beforeAll(async () => {
  createTestErp(erpFile);
  demoRun = await runSynth(...oddLocal, "--erp", erpFile, "--out", outFolder("odd"));
  const file = readdirSync(outFolder("odd")).find((name) => name.endsWith(".template.json")) ?? "";
  deployedFunctions = deployedIn(join(outFolder("odd"), file));
});

describe("npm run synth", () => {
  it("writes a template, and prints which findings have a reason", () => {
    expect(demoRun).toMatchObject({ status: 0, stderr: "" });
    expect(demoRun.stdout).toMatch(
      /^Warehouse-odd-local: \d+ resources, .*template\.json\n(.*\n)*Each finding of the rules has a reason/,
    );
  });

  it("deploys an ERP's file with its functions, and the pages with theirs", () => {
    const holding = (name: string) =>
      deployedFunctions.flatMap(({ id, folder }) => (existsSync(join(folder, name)) ? [id] : []));
    expect(holding("erp.sqlite")).toEqual(
      functionsOf(odd, deploymentOf()).flatMap(({ id, access }) => (access.erp ? [id] : [])),
    );
    for (const { id, folder, variables } of deployedFunctions)
      expect(existsSync(join(folder, String(variables?.ERP_SQLITE))), id).toBe(
        holding("erp.sqlite").includes(id),
      );
    for (const file of ["worker", "board"]) expect(holding(`pages/${file}`)).toEqual(["pages"]);
  });

  it("writes the template that a release stores, of demo's stage staging", async () => {
    expect(JSON.parse(await stagingTemplateText()).Description).toBe(
      "Warehouse tracking service of the site demo, stage staging",
    );
  });

  it("lets SAM name another DynamoDB in the stage local", () => {
    for (const { id, variables } of deployedFunctions)
      expect("DYNAMODB_ENDPOINT" in variables, id).toBe("TABLE_NAME" in variables);
  });

  it.each([
    ["dev", "group", 117],
    ["staging", "endpoint", 164],
  ])("writes plain for %s, functions by %s: %i resources", async (stage, functions, resources) => {
    const args = ["--site", "plain", "--stage", stage, "-c", `functions=${functions}`];
    const ended = await runSynth(...args, "--erp", erpFile, "--out", outFolder(`plain-${stage}`));
    expect(ended).toMatchObject({ status: 0, stderr: "" });
    expect(ended.stdout).toContain(`Warehouse-plain-${stage}: ${resources} resources, `);
  });

  it("writes an unprotected first template on a table that is there", async () => {
    const stream = "arn:aws:dynamodb:eu-central-1:123456789012:table/Warehouse-old/stream/1";
    const first = ["--first", "--table", "Warehouse-old", "--stream", stream];
    const sending = ["--site", "test/site/sending.ts", "--stage", "staging"];
    expect(await runSynth(...sending, "--out", outFolder("first"), ...first)).toMatchObject({
      status: 0,
    });
    const written = (file: string) => readFileSync(join(outFolder("first"), file), "utf8");
    expect(written("manifest.json")).not.toContain('"terminationProtection": true');
    const template = written("Warehouse-demo-staging.template.json");
    expect(template).toContain(stream);
    expect(template).not.toContain("AWS::DynamoDB::Table");
  });

  it.each([
    ["whose ERP's file is not named", oddLocal, "name the one to deploy with --erp <file>"],
    ["whose ERP's file is not there", [...oddLocal, "--erp", "x"], "There is no ERP database"],
  ])("is refused for a stack %s, and leaves nothing", async (_, args, why) => {
    const ended = await runSynth(...args, "--out", outFolder("refused"));
    expect([ended.status, ended.stderr]).toEqual([1, expect.stringContaining(why)]);
    expect(existsSync(join(outFolder("refused"), "manifest.json"))).toBe(false);
  });

  it("gives the demo an ERP of its own", () => {
    expect(existsSync(erpFileFor(demo, newFolder()) ?? "")).toBe(true);
  });
});
