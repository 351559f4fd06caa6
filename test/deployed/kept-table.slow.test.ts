import { expect, it } from "vitest";
import demo from "../../sites/demo.ts";
import { describeOnEmulator } from "./on-emulator.ts";
import { type Stage, stageIn } from "./stage.ts";
import { step } from "./step.ts";

describeOnEmulator("a protected stage", (account) => {
  const newStage = () =>
    stageIn(account(), { site: demo.name, stage: "staging", functions: "group" });

  /** The history of goods that the stage answers. */
  const historyFrom = async (stage: Stage, zongpai: string): Promise<string> => {
    const headers = { "x-api-key": stage.key() };
    const answer = await fetch(`${await stage.url()}/trace/history?zongpai=${zongpai}`, {
      headers,
    });
    expect(answer.status).toBe(200);
    return answer.text();
  };

  it("leaves its table when it is deleted, and a new stage reads it", async () => {
    const deleted = newStage();
    const first = await step("deploy", () => deleted.deploy());
    // A first deployment that fails must not be protected yet.
    expect(first.errors.match(/^Synthesising .*$/gm)).toEqual([
      `Synthesising ${deleted.name} …`,
      `Synthesising ${deleted.name} without protection …`,
    ]);
    await step("keys", deleted.makeKeys);
    await step("smoke", () => deleted.smoke(deleted.key()));
    const table = await deleted.output("TableName");
    const recorded = await step("export", () => deleted.onTable("export", "history", "--json"));
    const { zongpai } = JSON.parse(recorded.out.split("\n")[0] ?? "") as { zongpai: string };
    const history = await historyFrom(deleted, zongpai);
    expect(history).toContain(zongpai);

    const refused = await step("destroy a protected stack", deleted.destroy, 1);
    expect(refused.errors).toContain("TerminationProtection");
    const unprotected = ["--no-enable-termination-protection", "--stack-name", deleted.name];
    await account().aws("cloudformation", "update-termination-protection", ...unprotected);
    await step("destroy", deleted.destroy);
    await expect(deleted.stack()).rejects.toThrow("does not exist");
    expect(await account().aws("dynamodb", "list-tables")).toEqual({ TableNames: [table] });

    const stage = newStage();
    await step("deploy with the table", () => stage.deploy("--table", table));
    await step("keys", stage.makeKeys);
    expect(await stage.output("TableName")).toBe(table);
    expect(await historyFrom(stage, zongpai)).toBe(history);
    const kept = await step("export", () => stage.onTable("export", "history", "--json"));
    expect(kept.out).toBe(recorded.out);
    await step("smoke", () => stage.smoke(stage.key()));
    await step("audit", () => stage.onTable("audit"));
    const without = await step("deploy without the table", () => stage.deploy(), 1);
    expect(without.errors).toContain(`--table ${table}`);
  });
});
