// @module-tag engine
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { takeAnyCredentials } from "#infra/local/any-credentials.ts";
import { createTable } from "#infra/local/create-table.ts";
import { startEmbeddedDynamoDb } from "#infra/local/embedded-dynamodb.ts";
import type { Site } from "#lib/site/schema.ts";
import { openTable } from "#lib/store/client.ts";
import { answersKey } from "#lib/store/keys.ts";
import { rememberAnswers } from "../../commands/table/check-table.ts";
import demo from "../../sites/demo.ts";
import { demoWith } from "../site/demo-with.ts";
import { runCommand } from "../support/command.ts";
import { own, standInStack } from "../support/stand-in-stack.ts";
import { wayTo } from "../support/way-to.ts";

const stack = standInStack();
const { file, standIn, assembly, calls, deployed } = stack;

let engine: Awaited<ReturnType<typeof startEmbeddedDynamoDb>>;
/** Makes a table that a site wrote. */
const tableOf = async (name: string, site: Site) => {
  await createTable(engine.endpoint, name);
  await rememberAnswers(openTable({ name, endpoint: engine.endpoint }), site, 1);
};
/** A table that fits the demo site, or does not. */
const tableThat = (name: string, fits: boolean) =>
  tableOf(name, fits ? demo : demoWith({ "formats.quantity.decimals": 2 }));
beforeAll(async () => {
  takeAnyCredentials();
  engine = await startEmbeddedDynamoDb();
  await tableThat("Fits", true);
  await tableThat("Fits-not", false);
});
afterAll(() => engine.stop());

beforeEach(stack.reset);

const runDeploy = (...args: string[]) =>
  runCommand("deploy", args, { PATH: stack.path, DYNAMODB_ENDPOINT: engine.endpoint });

type StackBefore = { readonly table: string; readonly own: boolean } | string | undefined;

/** Deploys over a stack, given whole or by its status. The assembly may use a given table. */
const deployOver = (was: StackBefore, given?: string) => {
  if (typeof was === "object") stack.isOn(was.table, was.own);
  else if (was !== undefined) stack.is(was);
  stack.becomes("Fits");
  assembly("assembly", given ?? own);
  return runDeploy("staging", "--assembly", file("assembly"), "--yes");
};

describe("npm run deploy", () => {
  it("compares the profile with the table, deploys, and gives the table its settings", async () => {
    const ended = await deployOver({ table: "Fits", own: true });
    expect([ended.status, ended.stdout]).toEqual([0, "https://a/b\n"]);
    expect(deployed()).toEqual(["cdk deploy --app assembly --require-approval never"]);
    expect(ended.stderr).toMatch(
      /UPDATE_COMPLETE\.\n.* the table Fits\?\n(.*\n)*The profile fits\.\n(Not set: .*\n)+Deploying .*\nsaid by cdk\n(.*\n)*time to live: was set\n$/,
    );
    expect(ended.stderr).toMatch(/protection from deletion: (was set|set now)/);
    // Sends CloudFormation only requests that CI's role allows, which may read no key.
    const asked = new Set(calls().flatMap((line) => /^aws (.*)/.exec(line)?.[1] ?? []));
    const rights = readFileSync(".github/staging/rights.json", "utf8");
    expect(rights.match(/"apigateway:.*|.*:apigateway:.*/g)?.map((line) => line.trim())).toEqual([
      '"apigateway:GET",',
      '"Resource": "arn:aws:apigateway:<region>::/restapis/*/stages/<stage>"',
    ]);
    const allowed = [...rights.matchAll(/"cloudformation:(\w+)"/g)].map(
      ([, action = ""]) => action,
    );
    expect(
      [...asked].map((name) =>
        name.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase()),
      ),
    ).toEqual(allowed);
  });

  it("says that the stage is closed, and which command opens it", async () => {
    const open = { throttlingRateLimit: 200, throttlingBurstLimit: 100 };
    const opens = (path: string) =>
      ["rateLimit,value=10000", "burstLimit,value=5000"]
        .map((change) => `'op=replace,path=/${path}/throttling/${change}'`)
        .join(" ");
    for (const [path, closed] of [
      ["*/*", { throttlingRateLimit: 0, throttlingBurstLimit: 0 }],
      ["~1box/POST", { ...open, throttlingBurstLimit: 0 }],
    ] as const) {
      stack.limits({ "~1trace~1location/POST": open, [path]: closed });
      const ended = await deployOver({ table: "Fits", own: true });
      expect([ended.status, ended.stdout]).toEqual([0, "https://a/b\n"]);
      expect(ended.stderr).toContain(
        `The stage is closed: the throttle of ${path} is 0, so its requests get 429, and scanners keep their scans. After a restore (docs/restore.md), this opens it:\n  aws apigateway update-stage --rest-api-id ap1 --stage-name staging --patch-operations ${opens(path)}\n`,
      );
    }
    stack.limits({ "*/*": open });
    const after = await deployOver({ table: "Fits", own: true });
    expect(after.stderr).not.toMatch(/closed|could not be read/);
  });

  it("says that it may not read whether the stage is open", async () => {
    stack.keys.are([], { isDenied: true });
    const ended = await deployOver({ table: "Fits", own: true });
    expect(ended).toMatchObject({ status: 0, stdout: "https://a/b\n" });
    expect(ended.stderr).toMatch(/not known whether the stage is open.*\n.*AccessDenied/);
  });

  it("says before it begins that its role does not reach the table", async () => {
    const body = { __type: "com.amazon.coral.service#AccessDeniedException", message: "Not you." };
    const refusing = await wayTo(engine.endpoint, { meet: () => ({ status: 400, body }) });
    stack.isOn("Warehouse-new", false);
    assembly("assembly", "Warehouse-new");
    const ended = await runCommand("deploy", ["staging", "--assembly", file("assembly"), "--yes"], {
      PATH: stack.path,
      DYNAMODB_ENDPOINT: refusing.url,
    });
    refusing.stop();
    expect(ended).toMatchObject({ status: 1, stdout: "" });
    expect(ended.stderr).toMatch(
      /Warehouse-new on .* cannot be used: Not you\.\n.* CI's role reaches only tables whose names begin with Warehouse-<site>-<stage>.*\n(.*\n)*Nothing was deployed\./,
    );
    expect(deployed()).toEqual([]);
  });

  it("checks the table that the deployment will use", async () => {
    for (const own of [true, false])
      expect(await deployOver({ table: "Fits-not", own }, "Fits")).toMatchObject({
        status: 0,
        stderr: expect.stringContaining("the profile fit the table Fits?"),
      });
    expect(deployed()).toHaveLength(2);
  });

  it("deploys nothing on a table that does not fit", async () => {
    for (const [was, given] of [
      [{ table: "Fits-not", own: true }, undefined],
      [undefined, "Fits-not"],
    ] as const) {
      assembly("assembly-first", given ?? own);
      expect(await deployOver(was, given)).toEqual({
        ...{ status: 1, stdout: "" },
        stderr: expect.stringMatching(/decimals differs.*\nNothing was deployed\.\n$/s),
      });
      rmSync(file("stack"), { force: true });
    }
    expect(deployed()).toEqual([]);
  });

  it("deploys nothing that would refuse the scans of open pages", async () => {
    await tableOf("Renamed", demoWith({ "fields.zongpai": "order_line", basePath: "/v1" }));
    const ended = await deployOver({ table: "Renamed", own: true });
    expect(ended).toMatchObject({ status: 1, stdout: "" });
    expect(ended.stderr).toMatch(
      /\n {2}basePath: the table remembers "\/v1", the profile has ""\n {2}field zongpai: the table remembers "order_line", the profile has "zongpai"\n.*close the pages/,
    );
    expect(ended.stderr).toContain("Nothing was deployed.");
    expect(deployed()).toEqual([]);
  });

  it("refuses another site's table unasked, and takes it where it is named", async () => {
    await tableOf("Theirs", { ...demo, name: "lager-nord" });
    const line = "This table was written by the site lager-nord.";
    const refused = await deployOver({ table: "Theirs", own: true });
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining(line) });
    expect(deployed()).toEqual([]);
    const named = await deployOver({ table: "Fits", own: true }, "Theirs");
    expect(named).toMatchObject({ status: 0, stderr: expect.stringContaining(line) });
  });

  it("deploys nothing on a table of 0.2.0", async () => {
    await tableThat("Former", true);
    const former = openTable({ name: "Former", endpoint: engine.endpoint });
    const answers = { "location.shards": '{"write":1,"read":[1]}' };
    await former.documents.send(
      new PutCommand({ TableName: "Former", Item: { ...answersKey, at: 1, answers } }),
    );
    const ended = await deployOver({ table: "Former", own: true });
    expect(ended).toMatchObject({ status: 1, stdout: "" });
    expect(ended.stderr).toContain("Former is of version 0.2.0. Upgrade it to 0.3.0 first");
    expect(deployed()).toEqual([]);
  });

  it.each([
    ["gives no stack an empty table instead of the one that it was given", false, undefined],
    ["takes no stack its own table by naming it", true, "Fits"],
  ])("%s, and says what to do", async (_, own, given) => {
    const why = own
      ? "The table Fits belongs to Warehouse-demo-staging itself"
      : "--table Fits (for an assembly `npm run synth -- --table Fits`";
    expect(await deployOver({ table: "Fits", own }, given)).toEqual({
      ...{ status: 1, stdout: "", stderr: expect.stringContaining(why) },
    });
    expect(calls()).toEqual(["aws describe-stacks", "aws get-template"]);
  });

  it("deploys first without deletion protection, then with it", async () => {
    for (const [was, given] of [
      [undefined, "Fits"],
      ["ROLLBACK_COMPLETE", undefined],
    ] as const) {
      assembly("assembly-first", given ?? own);
      const ended = await deployOver(was, given);
      expect([ended.status, ended.stderr.includes("Does the profile fit")]).toEqual([
        0,
        given !== undefined,
      ]);
      expect(deployed().splice(-2)).toEqual(
        ["assembly-first", "assembly"].map(
          (app) => `cdk deploy --app ${app} --require-approval never`,
        ),
      );
      rmSync(file("stack"), { force: true });
    }
  });

  it("refuses a first assembly that is missing or protected, before it deploys", async () => {
    assembly("assembly", own);
    const deployAssembly = () => runDeploy("staging", "--assembly", file("assembly"), "--yes");
    const makes = `npm run synth -- --site demo --stage staging --first --out ${file("assembly-first")}`;
    expect(await deployAssembly()).toEqual({
      ...{ status: 2, stdout: "", stderr: expect.stringContaining(makes) },
    });
    assembly("assembly-first", own, undefined, true);
    expect(await deployAssembly()).toEqual({
      ...{ status: 2, stdout: "", stderr: expect.stringMatching(/protects the stack.*--first/s) },
    });
    expect(new Set(calls())).toEqual(new Set(["aws describe-stacks"]));
  });

  it("names the one command for a failed stack that is protected from deletion", async () => {
    for (const status of ["ROLLBACK_COMPLETE", "ROLLBACK_FAILED"]) {
      stack.is(status, true);
      expect(await runDeploy("staging", "--yes")).toEqual({
        ...{ status: 1, stdout: "" },
        stderr: expect.stringMatching(
          /\n {2}aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name Warehouse-demo-staging\n/,
        ),
      });
    }
    expect(new Set(calls())).toEqual(new Set(["aws describe-stacks"]));
  });

  it("changes nothing when CloudFormation gives no answer, or the stack has no table", async () => {
    writeFileSync(file("denied"), "");
    const denied = { status: 1, stdout: "", stderr: "AccessDenied\n" };
    expect(await deployOver({ table: "Fits", own: true })).toEqual(denied);
    rmSync(file("denied"));
    expect(await deployOver("CREATE_FAILED")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("CREATE_FAILED and has no output TableName"),
    });
    expect(deployed()).toEqual([]);
  });

  it("ends with status 1, and sets nothing, when cdk does not deploy", async () => {
    standIn("cdk", "exit 3");
    expect(await deployOver({ table: "Fits", own: true })).toEqual({
      ...{ status: 1, stdout: "", stderr: expect.stringMatching(/cdk deploy ended with 3\.\n$/) },
    });
  });

  it("synthesises what it deploys: a first deployment without protection, then with it", async () => {
    stack.becomes("Fits");
    standIn(
      "cdk",
      `grep -o '"DeletionProtectionEnabled": [a-z]*' "$3"/*.template.json >> ${file("calls")}; cp ${file("after")} ${file("stack")}`,
    );
    const ended = await runDeploy("staging");
    expect([ended.status, ended.stdout]).toEqual([0, "https://a/b\n"]);
    expect(calls().filter((line) => line.startsWith('"'))).toEqual([
      '"DeletionProtectionEnabled": false',
      '"DeletionProtectionEnabled": true',
    ]);
    const named = ended.stderr.match(/^Not set: [\w.]+/gm)?.map((line) => line.split(" ")[2]);
    expect(named).toEqual(["alarmsTo", "budget", "deployment.perCaller", "deployment.throttle"]);
  });

  it("overrides a setting of cdk.json once", async () => {
    stack.becomes("Fits");
    standIn(
      "cdk",
      `grep -o 'demo dev: [a-z-]*' "$3"/*.template.json >> ${file("calls")}; cp ${file("after")} ${file("stack")}`,
    );
    expect(await runDeploy("dev", "--context", "functions=endpoint")).toMatchObject({ status: 0 });
    expect(calls()).toContain("demo dev: post-box");
    expect(calls()).not.toContain("demo dev: writes");
  });

  it.each([
    ["functions", "It takes <setting>=<value>, and the settings are functions, memory"],
    ["stage=live", "It takes <setting>=<value>, and the settings are functions, memory"],
    ["functions=both", '  functions: Invalid option: expected one of "group"|"endpoint"'],
  ])("deploys nothing with --context %s", async (given, why) => {
    expect(await runDeploy("dev", "--context", given)).toEqual({
      ...{ status: 2, stdout: "", stderr: expect.stringContaining(why) },
    });
    expect(deployed()).toEqual([]);
  });

  it("leaves the table of a developer's own stage to go with the stack", async () => {
    assembly("assembly", own, "Warehouse-demo-dev");
    stack.becomes("Fits");
    const ended = await runDeploy("dev", "--assembly", file("assembly"));
    expect([ended.status, ended.stdout]).toEqual([0, "https://a/b\n"]);
    expect(ended.stderr).not.toMatch(/protection|Not set/);
    expect(deployed()).toEqual(["cdk deploy --app assembly"]);
  });

  it("deploys no assembly that is not there, or of another stack", async () => {
    assembly("assembly", own, "Warehouse-demo-live");
    expect(await runDeploy("staging", "--assembly", "nowhere")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("nowhere has no synthesised template."),
    });
    expect(await runDeploy("staging", "--assembly", file("assembly"))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("holds Warehouse-demo-live, not Warehouse-demo-staging."),
    });
    expect(deployed()).toEqual([]);
  });
});
