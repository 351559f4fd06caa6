import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import demo from "../../sites/demo.ts";
import { newFolder } from "../support/folder.ts";
import type { Account } from "./emulator.ts";
import { describeOnEmulator } from "./on-emulator.ts";
import { putRelease } from "./release.ts";
import { busyScanner } from "./scanner.ts";
import { type Stage, stageIn } from "./stage.ts";
import { step } from "./step.ts";

/** Goods of the demo ERP, for two scanners. */
const [goods, otherGoods] = [
  ["PO4-1", "PO4-2", "PO4-3"],
  ["PO4-4", "PO4-5", "PO4-6"],
] as const;

/** Milliseconds for which the scanners work before and after each step. */
const aWhile = 3_000;

/** The keys of a stage, by name. */
const keysOf = async (account: Account, { name }: Stage) => {
  const call = ["apigateway", "get-api-keys", "--include-values", "--name-query", name] as const;
  const { items } = (await account.aws(...call)) as { items: { name: string; value: string }[] };
  return items;
};

/** Stores in the table what 0.2.0 remembers of a profile with these shards. */
const rememberShards = async (account: Account, stage: Stage, shards: string) => {
  const item = {
    ...{ pk: { S: "SITE" }, sk: { S: "ANSWERS" }, at: { N: "1790000000000" } },
    answers: { M: { "location.shards": { S: shards } } },
  };
  const table = await stage.output("TableName");
  await account.aws(
    ...["dynamodb", "put-item", "--table-name", table, "--item", JSON.stringify(item)],
  );
};

describeOnEmulator("an update from 0.2.0", (account) => {
  it("loses no scan, counts none twice, and asks for the steps of docs/upgrade.md", async () => {
    const choice = { site: demo.name, stage: "staging" } as const;
    const stage = stageIn(account(), { ...choice, functions: "group" });
    const assembly = newFolder();
    // 0.2.0 has a function for each endpoint.
    const ofRelease = stageIn(account(), { ...choice, functions: "endpoint" });
    await step("synth", () => ofRelease.synth(assembly));
    putRelease(assembly, "test/deployed/0.2.0.template.json");
    await step("deploy 0.2.0", () =>
      account().run("cdk", ["deploy", "--app", assembly, "--require-approval", "never"]),
    );
    await rememberShards(account(), stage, '{"write":4,"read":[4]}');
    const [inStack] = await keysOf(account(), stage);
    const scannerOf = async (some: readonly string[]) =>
      busyScanner(await stage.url(), inStack?.value ?? "", some);
    const scanner = await scannerOf(goods);
    const late = await scannerOf(otherGoods);

    const withoutKeys = await step("deploy without new keys", () => stage.deploy(), 1);
    expect(withoutKeys.errors).toContain("These names have no other key: demo.");
    await step("keys", stage.makeKeys);
    scanner.use(stage.key());
    const withShards = await step("deploy with four shards", () => stage.deploy(), 1);
    expect(withShards.errors).toContain("location.shards has more than one shard of 0.2.0");
    // The table as 0.2.0 leaves it after the printed steps.
    await rememberShards(account(), stage, '{"write":1,"read":[1]}');
    await sleep(aWhile);
    const before = scanner.answers();
    await step("deploy this state", () => stage.deploy());
    const after = scanner.answers();
    await sleep(aWhile);
    const { writes, reads } = await scanner.stop();
    // This scanner's key was deleted. Its requests were refused, and wait for the new key.
    expect(late.answers()["401"]).toBeGreaterThan(0);
    late.use(stage.key());
    const lateScans = await late.stop();
    console.log("answers before, after and at the end:", before, after, scanner.answers());
    console.log("answers to the scanner that got its key late:", late.answers());

    // The scanner worked during the deployment.
    expect(after["200"]).toBeGreaterThan(before["200"] ?? 0);
    expect(new Set([...writes, ...reads])).toEqual(new Set(["done"]));
    expect(new Set(lateScans.writes)).toEqual(new Set(["done"]));
    for (const one of [scanner, late])
      for (const again of await one.sendAllAgain()) expect(again).toMatch(/^20[01] true$/);
    const exported = await step("export", () => stage.onTable("export", "history", "--json"));
    expect(exported.out.trim().split("\n")).toHaveLength(writes.length + lateScans.writes.length);
    await step("audit", () => stage.onTable("audit"));
    await step("smoke", () => stage.smoke(stage.key(), "--must-write"));
    expect((await keysOf(account(), stage)).map(({ name }) => name)).not.toContain(inStack?.name);
  });
});
