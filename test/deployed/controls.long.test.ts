import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { moreExamples } from "#lib/site/more-examples.ts";
import demo from "../../sites/demo.ts";
import { newFolder } from "../support/folder.ts";
import { changeBundle, changeTemplate } from "./change-assembly.ts";
import { accountOfCi } from "./ci-role.ts";
import { describeOnEmulator } from "./on-emulator.ts";
import { type Stage, stageIn } from "./stage.ts";
import { step } from "./step.ts";

const goods = moreExamples(demo.formats.zongpai, 6).values();
const boxes = moreExamples(demo.formats.boxNo, 6).values();
/** Goods and a box that no run has used, because the service saves recently verified ones without asking the ERP. */
const newPair = () => ["--goods", goods.next().value ?? "", "--box", boxes.next().value ?? ""];

describeOnEmulator("what a deployment could get wrong", (account) => {
  const assembly = newFolder();
  let stage: Stage;
  let byCi: Stage;
  beforeAll(async () => {
    const choice = { site: demo.name, functions: "group" } as const;
    stage = stageIn(account(), choice);
    byCi = stageIn(await accountOfCi(account(), choice), choice);
    await step("controls: synth", () => stage.synth(assembly));
    await step("controls: deploy", () => stage.deployAssembly(assembly));
    await step("controls: keys", stage.makeKeys);
    await step("controls: smoke", () => stage.smoke(stage.key(), ...newPair()));
    const probed = () => stage.smoke(stage.key(), "--probe", ...newPair());
    expect((await step("controls: probe", probed)).out).toBe("none\n");
  });

  /** Deploys a changed copy of the assembly with CI's rights. Returns the output of the smoke test, which must fail. */
  const smokeWith = async (change: (copy: string) => void): Promise<string> => {
    const copy = newFolder();
    cpSync(assembly, copy, { recursive: true });
    change(copy);
    await step("controls: deploy with a fault", () => byCi.deployAssembly(copy));
    const smoked = () => stage.smoke(stage.key(), "--before", "none", ...newPair());
    return (await step("controls: smoke that fails", smoked, 1)).out;
  };
  it("a role without its statement on the table fails the smoke test", async () => {
    const said = await smokeWith((copy) =>
      changeTemplate(copy, (resources) => {
        for (const [id, { Type, Properties }] of Object.entries(resources))
          if (Type === "AWS::IAM::Policy" && id.startsWith("WritesRole"))
            Properties.PolicyDocument.Statement = Properties.PolicyDocument.Statement.filter(
              (statement: object) => !JSON.stringify(statement).includes("dynamodb:PutItem"),
            );
      }),
    );
    expect(said).toMatch(/^FAILED goods are placed.* 500 /m);
    expect(await stage.logged("Writes")).toContain("AccessDeniedException");
  });

  it("a handler that throws fails the smoke test", async () => {
    const said = await smokeWith((copy) =>
      changeBundle(copy, "Writes", (folder) =>
        writeFileSync(
          join(folder, "index.mjs"),
          'export const handler = async () => { throw new Error("a fault"); };\n',
        ),
      ),
    );
    expect(said).toMatch(/^FAILED empty scans are refused.* 502 /m);
  });

  it("a bundle without its ERP's file fails the smoke test", async () => {
    const said = await smokeWith((copy) =>
      changeBundle(copy, "AsksErp", (folder) => rmSync(join(folder, "erp.sqlite"))),
    );
    expect(said).toMatch(/^FAILED the service asks the ERP.* 503 .*ERP_UNAVAILABLE/m);
  });
});
