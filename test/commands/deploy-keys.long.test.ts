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
const keysFile = "Warehouse-demo-staging.keys.json";

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

const deployArguments = (site: string, ...more: string[]) => [
  ...["staging", "--site", `test/site/${site}.ts`, "--assembly", file("assembly"), ...more],
];
const commandVariables = () => ({ PATH: stack.path, DYNAMODB_ENDPOINT: engine.endpoint });
const deploySite = (site = "api-key") =>
  runCommand("deploy", deployArguments(site), commandVariables());

const keysCommand = "npm run keys -- --site test/site/api-key.ts --stage staging\n";
const inStack = ["scanner-1", "scanner-2"].map((holder, at) => key(holder, `stack-${at}`));
const newKeyOf = (holder: string) => key(`${holder}.20260101T000000Z`, `${holder}-new`);
/** The calls that change a key. */
const changingCalls = () => keys.calls().filter((call) => !call.startsWith("get-"));

describe("npm run deploy on a stack of 0.2.0, which makes its keys itself", () => {
  beforeEach(() => stack.isFrom(template));

  it("changes nothing while a name has no other key, and prints the command", async () => {
    for (const more of [
      [],
      [{ ...newKeyOf("scanner-2"), enabled: false }],
      [{ ...newKeyOf("scanner-2"), inPlan: false }],
      [newKeyOf("scanner-22")],
    ]) {
      keys.are([...inStack, newKeyOf("scanner-1"), ...more]);
      const ended = await deploySite();
      expect([ended.status, ended.stdout]).toEqual([1, ""]);
      expect(ended.stderr).toContain(
        "These names have no other key: scanner-2. Nothing was changed.",
      );
      expect(ended.stderr).toContain("give each scanner its new key");
      expect(ended.stderr).toContain(`\n  ${keysCommand}`);
    }
    expect([deployed(), changingCalls()]).toEqual([[], []]);
  });

  it("deploys after npm run keys, which works on that stack, too", async () => {
    keys.are(inStack);
    const out = file("keys.json");
    const stage = ["--site", "test/site/api-key.ts", "--stage", "staging", "--out", out];
    expect((await runCommand("keys", stage, commandVariables())).status).toBe(0);
    rmSync(out);
    const ended = await deploySite();
    expect([ended.status, ended.stdout]).toEqual([0, "https://a/b\n"]);
    expect(ended.stderr).toContain(
      "this deployment deletes them: scanner-1, scanner-2. Afterwards, a scanner",
    );
    expect(deployed()).toHaveLength(1);
  });

  it("deletes a key that is switched off or whose name is unlisted", async () => {
    const [first, second] = inStack.map((one, at) => ({ ...one, enabled: at === 0 }));
    keys.are([first ?? key("", ""), second ?? key("", ""), newKeyOf("scanner-1")]);
    expect((await deploySite()).status).toBe(0);
    keys.are([...inStack, newKeyOf("demo")]);
    expect(
      (await runCommand("deploy", deployArguments("../../sites/demo"), commandVariables())).status,
    ).toBe(0);
  });

  it("changes nothing with credentials that may not list keys, as CI's", async () => {
    keys.are(inStack, { isDenied: true });
    expect(await deploySite()).toEqual({
      ...{ status: 1, stdout: "" },
      stderr: expect.stringMatching(
        /an administrator must deploy this version once\.\n.*AccessDenied/,
      ),
    });
    expect(deployed()).toEqual([]);
  });
});

describe("npm run deploy says which names have no key", () => {
  it("prints them and the command, with status 0, without a terminal", async () => {
    keys.are([newKeyOf("scanner-2")]);
    expect(await deploySite()).toEqual({
      ...{ status: 0, stdout: "https://a/b\n" },
      stderr: expect.stringMatching(/No key yet: scanner-1\.\nThis makes them:\n {2}npm run keys /),
    });
    expect(changingCalls()).toEqual([]);
  });

  it("says that it cannot see them with credentials that may not list keys", async () => {
    keys.are([], { isDenied: true });
    expect(await deploySite()).toEqual({
      ...{ status: 0, stdout: "https://a/b\n" },
      stderr: expect.stringMatching(/could not be listed .*\n.*--dry-run\n.*AccessDenied/),
    });
  });

  it("prints how to switch off the keys of unlisted names", async () => {
    keys.are([newKeyOf("scanner-1"), newKeyOf("scanner-2"), newKeyOf("gone")]);
    const { stderr } = await deploySite();
    expect(stderr).toMatch(/still valid: gone\..*\n.*update-api-key --api-key gone-new /);
    expect(stderr).not.toContain("No key yet");
  });

  it.each([
    ["makes them at a terminal after a yes", "y\r", true],
    ["makes none after Enter alone", "\r", false],
    ["makes none after Ctrl-C", "\u0003", false],
    ["makes none after Ctrl-D", "\u0004", false],
  ])("%s", async (_, answer, isMade) => {
    keys.are([newKeyOf("scanner-2")]);
    rmSync(keysFile, { force: true });
    const shown = await runAtTerminal(
      "deploy",
      deployArguments("api-key"),
      commandVariables(),
      answer,
    );
    try {
      expect([shown.status, changingCalls().length]).toEqual([0, isMade ? 2 : 0]);
      expect(shown.stdout).toContain("Make their keys now?");
      expect(shown.stdout).toContain(isMade ? "Made keys for: scanner-1." : keysCommand.trim());
    } finally {
      rmSync(keysFile, { force: true });
    }
  });

  it("asks no question with --yes", async () => {
    keys.are([]);
    const shown = await runAtTerminal(
      "deploy",
      deployArguments("api-key", "--yes"),
      commandVariables(),
    );
    expect([shown.status, changingCalls()]).toEqual([0, []]);
    expect(shown.stdout).toContain("No key yet: scanner-1, scanner-2.");
  });
});
