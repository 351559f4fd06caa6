import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { nameInValue } from "#lib/gate/caller.ts";
import type { Site } from "#lib/site/schema.ts";
import keyRoles from "../site/key-roles.ts";
import many from "../site/many-keys.ts";
import { runCommand } from "../support/command.ts";
import { newFolder } from "../support/folder.ts";

const file = join(newFolder(), "keys.csv");
afterEach(() => rmSync(file, { force: true }));

type Key = {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly value?: string;
};

/** A key as API Gateway lists it. */
const key = (name: string, id: string, enabled = true): Key => ({
  id,
  name: `Warehouse-demo-staging-${name}`,
  enabled,
});
const keys = (site: string, held: readonly Key[] | undefined, ...args: string[]) => {
  const plan = ["--stage", "staging", "--plan", "p1an", "--out", file];
  const input = held && JSON.stringify({ items: held });
  return runCommand("keys", ["--site", `test/site/${site}.ts`, ...plan, ...args], {}, input);
};

/** What the file would make of the keys: API Gateway gives ids of its own. */
const imported = (): Key[] => {
  const [head, ...lines] = readFileSync(file, "utf8").trim().split("\n");
  expect(head).toBe("name,key,description,enabled,usageplanIds");
  return lines.map((line, at) => {
    const [name = "", value = "", , enabled, plan] = line.split(",");
    expect(plan).toBe("p1an");
    return { id: `new-${at}`, name, value, enabled: enabled === "true" };
  });
};
const switchedOff = (stdout: string) =>
  [
    ...stdout.matchAll(/^aws apigateway update-api-key --api-key (\S+) .*enabled,value=false$/gm),
  ].map(([, id]) => id);
const namesOf = ({ auth }: Site) => (auth.scheme === "apiKey" ? auth.keys : []);

describe("npm run keys, on a site whose keys are imported", () => {
  it("writes a key for each name, each another, for its owner alone", async () => {
    const { stdout } = await keys("many-keys", []);
    expect(stdout).toMatch(/^300 written to /);
    expect(switchedOff(stdout)).toEqual([]);
    const made = imported();
    expect(made.map(({ value }) => nameInValue(value, namesOf(many)))).toEqual(namesOf(many));
    expect(new Set(made.map(({ value }) => value?.slice(-32))).size).toBe(300);
    for (const { name, value } of made) {
      expect(name).toMatch(/^Warehouse-demo-staging-scanner-\d+\.\d{8}T\d{6}Z$/);
      expect(value?.length).toBeLessThanOrEqual(128);
    }
    expect(statSync(file).mode & 0o077).toBe(0);
    // What is there is somebody's keys.
    expect((await keys("many-keys", [])).status).toBe(1);
  });

  it("makes none for a name that has one, unless it is switched off or the stack's", async () => {
    const held = namesOf(many).map((name) =>
      key(`${name}.20260101T000000Z`, name, name !== "scanner-7"),
    );
    const others = held.filter(({ id }) => id !== "scanner-1");
    const { stdout } = await keys("many-keys", [...others, key("scanner-1", "of the stack")]);
    expect(switchedOff(stdout)).toEqual([]);
    const names = imported().map(({ value }) => nameInValue(value, namesOf(many)));
    expect(names).toEqual(["scanner-1", "scanner-7"]);
    rmSync(file);
    const renewed = key("scanner-7.20260202T000000Z", "x");
    expect(await keys("many-keys", [...held, renewed])).toMatchObject({
      ...{ status: 0, stdout: "Each name has a key: nothing is written.\n" },
    });
  });
});

describe("npm run keys -- --replace", () => {
  const stackKeys = [
    key("handheld-1", "a"),
    key("handheld-2", "b"),
    key("handheld-1-spare", "c"),
    key("handheld-10.20260101T000000Z", "d"),
  ];

  it("switches off the key of this name alone, before the new one is imported", async () => {
    const { stdout, status } = await keys("key-roles", stackKeys, "--replace", "handheld-1");
    expect([status, switchedOff(stdout)]).toEqual([0, ["a"]]);
    const [made] = imported();
    expect(nameInValue(made?.value, namesOf(keyRoles))).toBe("handheld-1");
    const commands = stdout.split("\n").filter((line) => line.startsWith("aws "));
    expect(commands.map((line) => line.split(" ")[2])).toEqual([
      "update-api-key",
      "import-api-keys",
      "get-api-keys",
    ]);
    expect(commands[1]).toContain(`"fileb://${file}"`);
    const time = made?.name.slice("Warehouse-demo-staging-handheld-1".length);
    expect(commands[2]).toContain(`ends_with(name, '${time}')`);

    // That key is lost, too.
    rmSync(file);
    const second = { ...made, id: "second" } as Key;
    const held = [key("handheld-1", "a", false), ...stackKeys.slice(1), second];
    const again = await keys("key-roles", held, "--replace", "handheld-1");
    expect([switchedOff(again.stdout), imported().length]).toEqual([["second"], 1]);
  });
});
