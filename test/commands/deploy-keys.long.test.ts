// @module-tag engine
import { readFileSync, rmSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { takeAnyCredentials } from "#infra/local/any-credentials.ts";
import { createTable } from "#infra/local/create-table.ts";
import { startEmbeddedDynamoDb } from "#infra/local/embedded-dynamodb.ts";
import { openTable } from "#lib/store/client.ts";
import { rememberAnswers } from "../../commands/table/check-table.ts";
import apiKey from "../site/api-key.ts";
import { runAtTerminal, runCommand } from "../support/command.ts";
import { key } from "../support/stand-in-keys.ts";
import { own, standInStack } from "../support/stand-in-stack.ts";

const stack = standInStack();
const { file, assembly, deployed, keys } = stack;
const template = readFileSync("test/commands/stack-of-0.2.0.json", "utf8");
const made = "Warehouse-demo-staging.keys.json";

let engine: Awaited<ReturnType<typeof startEmbeddedDynamoDb>>;
beforeAll(async () => {
  takeAnyCredentials();
  engine = await startEmbeddedDynamoDb();
  await createTable(engine.endpoint, "Fits");
  await rememberAnswers(openTable({ name: "Fits", endpoint: engine.endpoint }), apiKey, 1);
});
afterAll(() => engine.stop());
beforeEach(() => {
  stack.reset();
  stack.isOn("Fits", true);
  stack.becomes("Fits");
  assembly("assembly", own);
});

const args = (site: string, ...more: string[]) => [
  ...["staging", "--site", `test/site/${site}.ts`, "--assembly", file("assembly"), ...more],
];
const variables = () => ({ PATH: stack.path, DYNAMODB_ENDPOINT: engine.endpoint });
const deploy = (site = "api-key") => runCommand("deploy", args(site), variables());

const makes = "npm run keys -- --site test/site/api-key.ts --stage staging\n";
const inStack = ["scanner-1", "scanner-2"].map((holder, at) => key(holder, `stack-${at}`));
const other = (holder: string) => key(`${holder}.20260101T000000Z`, `${holder}-new`);
/** Those calls that change a key. */
const changes = () => keys.calls().filter((call) => !call.startsWith("get-"));

describe("npm run deploy on a stack of 0.2.0, which makes its keys itself", () => {
  beforeEach(() => stack.isFrom(template));

  it("changes nothing while a name has no other key, and prints the command", async () => {
    for (const more of [
      [],
      [{ ...other("scanner-2"), enabled: false }],
      [{ ...other("scanner-2"), inPlan: false }],
      [other("scanner-22")],
    ]) {
      keys.are([...inStack, other("scanner-1"), ...more]);
      const ended = await deploy();
      expect([ended.status, ended.stdout]).toEqual([1, ""]);
      expect(ended.stderr).toContain(
        "These names have no other key: scanner-2. Nothing was changed.",
      );
      expect(ended.stderr).toContain("give each scanner its new one");
      expect(ended.stderr).toContain(`\n  ${makes}`);
    }
    expect([deployed(), changes()]).toEqual([[], []]);
  });

  it("deploys after npm run keys, which works on that stack, too", async () => {
    keys.are(inStack);
    const out = file("keys.json");
    const stage = ["--site", "test/site/api-key.ts", "--stage", "staging", "--out", out];
    expect((await runCommand("keys", stage, variables())).status).toBe(0);
    rmSync(out);
    const ended = await deploy();
    expect([ended.status, ended.stdout]).toEqual([0, "https://a/b\n"]);
    expect(ended.stderr).toContain("this deployment deletes them: scanner-1, scanner-2. A scanner");
    expect(deployed()).toHaveLength(1);
  });

  it("deletes a key that is switched off, or whose name the site no longer lists", async () => {
    const [first, second] = inStack.map((one, at) => ({ ...one, enabled: at === 0 }));
    keys.are([first ?? key("", ""), second ?? key("", ""), other("scanner-1")]);
    expect((await deploy()).status).toBe(0);
    keys.are([...inStack, other("demo")]);
    expect((await runCommand("deploy", args("../../sites/demo"), variables())).status).toBe(0);
  });

  it("changes nothing with credentials that may not list keys, as CI's", async () => {
    keys.are(inStack, { isDenied: true });
    expect(await deploy()).toEqual({
      ...{ status: 1, stdout: "" },
      stderr: expect.stringMatching(/an administrator deploys this version once\.\n.*AccessDenied/),
    });
    expect(deployed()).toEqual([]);
  });
});

describe("npm run deploy says which names have no key", () => {
  it("prints them and the command, and ends with status 0, without a terminal", async () => {
    keys.are([other("scanner-2")]);
    expect(await deploy()).toEqual({
      ...{ status: 0, stdout: "https://a/b\n" },
      stderr: expect.stringMatching(/No key yet: scanner-1\.\nThis makes them:\n {2}npm run keys /),
    });
    expect(changes()).toEqual([]);
  });

  it("says that it cannot see them with credentials that may not list keys", async () => {
    keys.are([], { isDenied: true });
    expect(await deploy()).toEqual({
      ...{ status: 0, stdout: "https://a/b\n" },
      stderr: expect.stringMatching(/could not be listed;.*\n.*--dry-run\n.*AccessDenied/),
    });
  });

  it("prints how to switch off the keys of names that the site no longer lists", async () => {
    keys.are([other("scanner-1"), other("scanner-2"), other("gone")]);
    const { stderr } = await deploy();
    expect(stderr).toMatch(/still valid: gone\..*\n.*update-api-key --api-key gone-new /);
    expect(stderr).not.toContain("No key yet");
  });

  it.each([
    ["makes them at a terminal after a yes", "y\r", true],
    ["makes none after Enter alone", "\r", false],
    ["makes none after Ctrl-C", "\u0003", false],
    ["makes none after Ctrl-D", "\u0004", false],
  ])("%s", async (_, answer, isMade) => {
    keys.are([other("scanner-2")]);
    rmSync(made, { force: true });
    const shown = await runAtTerminal("deploy", args("api-key"), variables(), answer);
    try {
      expect([shown.status, changes().length]).toEqual([0, isMade ? 2 : 0]);
      expect(shown.stdout).toContain("Make their keys now?");
      expect(shown.stdout).toContain(isMade ? "Made keys for: scanner-1." : makes.trim());
    } finally {
      rmSync(made, { force: true });
    }
  });

  it("asks no question with --yes", async () => {
    keys.are([]);
    const shown = await runAtTerminal("deploy", args("api-key", "--yes"), variables());
    expect([shown.status, changes()]).toEqual([0, []]);
    expect(shown.stdout).toContain("No key yet: scanner-1, scanner-2.");
  });
});
