import { expect, it } from "vitest";
import demo from "../../sites/demo.ts";
import { newFolder } from "../support/folder.ts";
import { changeTemplate } from "./change-assembly.ts";
import { accountId, region } from "./emulator.ts";
import { describeOnEmulator } from "./on-emulator.ts";
import { type Stage, stageIn } from "./stage.ts";
import { step } from "./step.ts";

/** CloudFormation's reason for refusing the spoilt template. */
const reason = /layer:missing:1 *\s*does not exist/;

describeOnEmulator("a deployment that fails", (account) => {
  /** Synthesises a stage on which CloudFormation fails, because a function's layer does not exist. */
  const synthSpoilt = async (stage: Stage, assembly: string, ...args: readonly string[]) => {
    await step("synth", () => stage.synth(assembly, ...args));
    changeTemplate(assembly, (resources) => {
      for (const [id, { Type, Properties }] of Object.entries(resources))
        if (Type === "AWS::Lambda::Function" && id.startsWith("Writes"))
          Properties.Layers = [`arn:aws:lambda:${region}:${accountId}:layer:missing:1`];
    });
  };
  const functionsOf = async ({ name }: Stage) => {
    const query = `Functions[?starts_with(FunctionName, '${name}-')].[FunctionName, CodeSha256, MemorySize]`;
    return account().aws("lambda", "list-functions", "--query", query);
  };

  /** Tables and log groups of a stage. */
  const namesLeft = async ({ name }: Stage) => {
    const tables = await account().aws("dynamodb", "list-tables", "--query", "TableNames");
    const query = ["--query", "logGroups[].logGroupName"] as const;
    const logs = await account().aws("logs", "describe-log-groups", ...query);
    return [tables, logs].flat().filter((one) => String(one).includes(name));
  };

  it("an update that fails is rolled back and says why; the stage still works", async () => {
    const stage = stageIn(account(), { site: demo.name, functions: "group" });
    await step("deploy", () => stage.deploy());
    await step("keys", stage.makeKeys);
    const before = await functionsOf(stage);
    const assembly = newFolder();
    await synthSpoilt(stage, assembly, "-c", "memory=1024");
    const failed = await step("update", () => stage.deployAssembly(assembly), 1);
    expect(failed.errors).toMatch(reason);
    expect(failed.errors).toContain("cdk deploy ended with 1.");
    expect((await stage.stack()).StackStatus).toBe("UPDATE_ROLLBACK_COMPLETE");
    expect(await functionsOf(stage)).toEqual(before);
    await step("smoke", () => stage.smoke(stage.key()));
    await step("audit", () => stage.onTable("audit"));
    await step("update that can be made", () => stage.deploy("-c", "memory=1024"));
    await step("smoke", () => stage.smoke(stage.key()));
  });

  it("a first deployment that fails leaves nothing, and the second one works", async () => {
    const stage = stageIn(account(), { site: demo.name, stage: "staging", functions: "group" });
    const assembly = newFolder();
    await synthSpoilt(stage, assembly);
    await synthSpoilt(stage, `${assembly}-first`, "--first");
    const failed = await step("first deployment", () => stage.deployAssembly(assembly), 1);
    expect(failed.errors).toMatch(reason);
    expect((await stage.stack()).StackStatus).toBe("ROLLBACK_COMPLETE");
    expect(await functionsOf(stage)).toEqual([]);
    expect(await namesLeft(stage)).toEqual([]);
    await step("second deployment", () => stage.deploy());
    expect(await namesLeft(stage)).not.toEqual([]);
    await step("keys", stage.makeKeys);
    await step("smoke", () => stage.smoke(stage.key()));
  });
});
