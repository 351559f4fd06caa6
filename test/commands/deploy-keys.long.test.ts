// @module-tag engine
import { rmSync } from "node:fs";
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
const { file, assembly, keys } = stack;
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
const newKeyOf = (holder: string) => key(`${holder}.20260101T000000Z`, `${holder}-new`);
/** The calls that change a key. */
const changingCalls = () => keys.calls().filter((call) => !call.startsWith("get-"));

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
