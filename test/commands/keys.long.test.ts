import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { nameInKey } from "#lib/gate/caller.ts";
import type { Site } from "#lib/site/schema.ts";
import apiKey from "../site/api-key.ts";
import keyRoles from "../site/key-roles.ts";
import { runCommand } from "../support/command.ts";
import { newFolder } from "../support/folder.ts";
import { key } from "../support/stand-in-keys.ts";
import { standInStack } from "../support/stand-in-stack.ts";

const stack = standInStack();
const file = join(newFolder(), "keys.json");
const unfinished = `${file}.unfinished`;
beforeEach(() => {
  stack.reset();
  stack.isOn("Fits", true);
  stack.keys.are([]);
  for (const one of [file, unfinished]) rmSync(one, { force: true });
});

const keys = (site: string, ...args: string[]) => {
  const stage = ["--site", `test/site/${site}.ts`, "--stage", "staging", "--out", file];
  return runCommand("keys", [...stage, ...args], { PATH: stack.path });
};

const namesOf = ({ auth }: Site) => (auth.scheme === "apiKey" ? auth.keys : []);
/** The names in the values of the valid keys. */
const validNames = ({ auth }: Site = apiKey) =>
  stack.keys
    .now()
    .filter(({ enabled, inPlan }) => enabled && inPlan)
    .map(({ value }) => nameInKey(value, namesOf({ auth } as Site)));
const readKeys = (name = file) =>
  JSON.parse(readFileSync(name, "utf8")).items as { name: string; value: string }[];
const makingActions = ["create-api-key", "create-usage-plan-key"];

describe("npm run keys", () => {
  it("makes a key for each name, in a file that only its owner reads", async () => {
    expect(await keys("api-key")).toEqual({
      ...{ status: 0, stderr: "" },
      stdout: expect.stringMatching(/^Made keys for: scanner-1, scanner-2\. .*labels -- --keys/s),
    });
    expect(validNames()).toEqual(["scanner-1", "scanner-2"]);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(existsSync(unfinished)).toBe(false);
    const held = stack.keys.now().map(({ name, value }) => ({ name, value, enabled: true }));
    expect(readKeys()).toEqual(held);
    for (const { name, value } of readKeys()) {
      expect(name).toMatch(/^Warehouse-demo-staging-scanner-\d\.\d{8}T\d{6}Z$/);
      expect(value).toMatch(/^scanner-\d-[0-9a-f]{32}$/);
    }
    expect(new Set(readKeys().map(({ value }) => value.slice(-32))).size).toBe(2);
    expect(stack.keys.calls()).toEqual([
      "get-api-keys",
      "get-usage-plan-keys",
      ...makingActions,
      ...makingActions,
    ]);
  });

  it("writes what npm run labels takes for cards", async () => {
    await keys("api-key");
    const cards = join(newFolder(), "cards.html");
    const input = readFileSync(file, "utf8");
    expect(await runCommand("labels", ["--keys", "--out", cards], {}, input)).toMatchObject({
      ...{ status: 0, stdout: expect.stringContaining("2 cards written") },
    });
  });

  it.each([
    ["switched off", "scanner-2.20260101T000000Z", { enabled: false }],
    ["not in the usage plan", "scanner-2.20260101T000000Z", { inPlan: false }],
    ["of a name that is longer", "scanner-22.20260101T000000Z", {}],
  ])("makes a key for a name whose only key is %s", async (_, holder, more) => {
    const others = [key("scanner-1.20260101T000000Z", "a"), key(holder, "b", more)];
    stack.keys.are(others);
    expect((await keys("api-key")).status).toBe(0);
    expect(readKeys().map(({ name }) => name.split(".")[0])).toEqual([
      "Warehouse-demo-staging-scanner-2",
    ]);
    expect(stack.keys.now().slice(0, 2)).toEqual(others);
  });

  it("makes nothing if each name has a key, and writes no file", async () => {
    stack.keys.are(namesOf(apiKey).map((name) => key(`${name}.20260101T000000Z`, name)));
    const stdout = "Each name has a key already. Nothing was made.\n";
    expect(await keys("api-key")).toEqual({ status: 0, stdout, stderr: "" });
    expect([file, unfinished].map((one) => existsSync(one))).toEqual([false, false]);
  });

  it("names with --dry-run the holders of new keys, and changes nothing", async () => {
    stack.keys.are([key("scanner-1.20260101T000000Z", "a")]);
    const stdout = "It would make keys for: scanner-2.\n";
    expect(await keys("api-key", "--dry-run")).toEqual({ status: 0, stdout, stderr: "" });
    expect(stack.keys.calls()).toEqual(["get-api-keys", "get-usage-plan-keys"]);
    expect([file, unfinished].map((one) => existsSync(one))).toEqual([false, false]);
  });

  it.each([0, 1, 2, 3])(
    "after %i changes and a failure, the next run completes them with equal values",
    async (left) => {
      stack.keys.are([], { left });
      expect(await keys("api-key")).toMatchObject({
        ...{
          status: 1,
          stdout: "",
          stderr: expect.stringMatching(/TooManyRequests.*\nThe run is not finished/),
        },
      });
      const values = readKeys(unfinished).map(({ value }) => value);
      expect([values.length, statSync(unfinished).mode & 0o077]).toEqual([2, 0]);
      const begun = stack.keys.now();
      stack.keys.are(begun);
      expect((await keys("api-key")).status).toBe(0);
      expect(stack.keys.now().map(({ value }) => value)).toEqual(values);
      expect(validNames()).toEqual(["scanner-1", "scanner-2"]);
      expect(readKeys().map(({ value }) => value)).toEqual(values);
      expect(existsSync(unfinished)).toBe(false);
    },
  );

  it("keeps a file with keys whose cards may not be printed yet", async () => {
    writeFileSync(file, "somebody's keys");
    expect(await keys("api-key")).toMatchObject({
      ...{ status: 1, stderr: expect.stringContaining("keys of an earlier run") },
    });
    expect(readFileSync(file, "utf8")).toBe("somebody's keys");
    expect(stack.keys.now()).toEqual([]);
  });

  it("finishes no run of another stack", async () => {
    const other = { name: "Warehouse-demo-live-scanner-1.20260101T000000Z", value: "x" };
    writeFileSync(
      unfinished,
      JSON.stringify({ items: [{ ...other, enabled: true }], replaced: [] }),
    );
    expect(await keys("api-key")).toMatchObject({
      ...{ status: 1, stderr: expect.stringContaining("another stack") },
    });
    expect(stack.keys.now()).toEqual([]);
  });

  it("prints how to switch off the keys of unlisted names", async () => {
    const listed = namesOf(apiKey).map((name) => key(`${name}.20260101T000000Z`, name));
    stack.keys.are([...listed, key("gone.20260101T000000Z", "g0ne")]);
    const { stderr } = await keys("api-key");
    expect(stderr).toContain(": gone. To switch them off:\n");
    expect(stderr).toContain("\n  aws apigateway update-api-key --api-key g0ne ");
  });

  it("says so if the stack is not there", async () => {
    rmSync(stack.file("stack"));
    expect(await keys("api-key")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("There is no stack Warehouse-demo-staging"),
    });
  });
});

describe("npm run keys -- --replace", () => {
  const held = [
    key("handheld-1", "a"),
    key("handheld-2", "b"),
    key("handheld-1-spare", "c"),
    key("handheld-10.20260101T000000Z", "d"),
  ];
  const off = () => stack.keys.now().flatMap(({ id, enabled }) => (enabled ? [] : [id]));

  it("makes a key for this name alone, and switches off the old one", async () => {
    stack.keys.are(held);
    const { stdout, status } = await keys("key-roles", "--replace", "handheld-1");
    expect([status, off()]).toEqual([0, ["a"]]);
    expect(stdout).toContain("switched off");
    expect(validNames(keyRoles).filter(Boolean)).toEqual(["handheld-1"]);
    expect(stack.keys.calls().slice(2)).toEqual([...makingActions, "update-api-key"]);

    // Loses the new key, too.
    rmSync(file);
    await keys("key-roles", "--replace", "handheld-1");
    expect(off()).toEqual(["a", "made-4"]);
  });

  it("switches the old key off only when the new one is valid", async () => {
    for (const left of [0, 1, 2]) {
      stack.keys.are(held, { left });
      expect((await keys("key-roles", "--replace", "handheld-1")).status).toBe(1);
      expect(off()).toEqual([]);
      const begun = stack.keys.now();
      stack.keys.are(begun);
      // The next run completes the change, whatever its arguments.
      expect((await keys("key-roles")).status).toBe(0);
      expect(off()).toEqual(["a"]);
      expect(validNames(keyRoles).filter(Boolean)).toEqual(["handheld-1"]);
      rmSync(file);
    }
  });
});
