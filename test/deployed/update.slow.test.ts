import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import demo from "../../sites/demo.ts";
import { releasedTemplateFile } from "../../tools/docs/released-template.ts";
import { newFolder } from "../support/folder.ts";
import { describeOnEmulator } from "./on-emulator.ts";
import { putRelease } from "./release.ts";
import { busyScanner } from "./scanner.ts";
import { stageIn } from "./stage.ts";
import { step } from "./step.ts";

/** Goods of the demo ERP. */
const goods = ["PO4-1", "PO4-2", "PO4-3"];

/** Milliseconds for which the scanner works before and after the deployment. */
const aWhile = 3_000;

describeOnEmulator("an update from the last release", (account) => {
  it("loses no scan and counts none twice", async () => {
    const stage = stageIn(account(), { site: demo.name, stage: "staging", functions: "group" });
    const assembly = newFolder();
    await step("synth", () => stage.synth(assembly));
    putRelease(assembly, releasedTemplateFile);
    await step("deploy the release", () =>
      account().run("cdk", ["deploy", "--app", assembly, "--require-approval", "never"]),
    );
    await step("keys", stage.makeKeys);
    const scanner = busyScanner(await stage.url(), stage.key(), goods);
    await sleep(aWhile);
    const before = scanner.answers();
    await step("deploy this state", () => stage.deploy());
    const after = scanner.answers();
    await sleep(aWhile);
    const { writes, reads } = await scanner.stop();

    // The scanner worked during the deployment.
    expect(after["200"]).toBeGreaterThan(before["200"] ?? 0);
    expect(new Set([...writes, ...reads])).toEqual(new Set(["done"]));
    for (const again of await scanner.sendAllAgain()) expect(again).toMatch(/^20[01] true$/);
    const exported = await step("export", () => stage.onTable("export", "history", "--json"));
    expect(exported.out.trim().split("\n")).toHaveLength(writes.length);
    await step("audit", () => stage.onTable("audit"));
    await step("smoke", () => stage.smoke(stage.key()));
  });
});
