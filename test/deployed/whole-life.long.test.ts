import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import { newFolder } from "../support/folder.ts";
import { bootstrapped } from "./account.ts";
import type { Account } from "./emulator.ts";
import { type Choice, stageIn } from "./stage.ts";
import { step } from "./step.ts";
import { deployTools } from "./tools.ts";

const tools = await deployTools();

/** ERP views of a site whose ERP is a file. */
const erpFile = (): string => {
  const file = join(newFolder(), "erp.sqlite");
  seedDemoErp(file, plain);
  return file;
};

describe.skipIf(tools === undefined)(
  "a stage on an emulator of AWS (needs Python 3.10, pip and PyPI)",
  () => {
    let account: Account;
    beforeAll(async () => {
      if (tools) account = await bootstrapped(tools);
    });
    afterAll(() => account?.stop());

    /** Deploys a stage, uses it, deploys it again and deletes it. */
    const live = async (choice: Choice) => {
      const stage = stageIn(account, choice);
      const timed = (name: string, run: Parameters<typeof step>[1]) =>
        step(`${choice.site}, ${name}`, run);

      await timed("deploy", stage.deploy);
      await timed("keys", stage.makeKeys);
      const smoked = await timed("smoke", () => stage.smoke(stage.key(), "--must-write"));
      await timed("table check", () => stage.onTable("table", "check"));
      await timed("table apply", () => stage.onTable("table", "apply"));
      const audited = await timed("audit", () => stage.onTable("audit", "--json"));
      const exported = await timed("export", () => stage.onTable("export", "history", "--json"));
      const [line = "{}"] = exported.out.split("\n");
      const { zongpai } = JSON.parse(line) as { zongpai: string };
      const traced = await timed("trace", () => stage.onTable("trace", zongpai, "--json"));
      const before = [await stage.stack(), await stage.functions()];
      const again = await timed("deploy without a change", stage.deploy);
      const after = [await stage.stack(), await stage.functions()];
      await timed("destroy", stage.destroy);
      return { stage, smoked, audited, exported, traced, before, again, after };
    };

    it("demo, a function for each endpoint", async () => {
      const { smoked } = await live({ site: demo.name, functions: "endpoint" });
      expect(smoked.out).toContain("0 FAILED, 0 skipped");
    });

    it("plain, functions in groups", async () => {
      const { smoked } = await live({ site: plain.name, functions: "group", erp: erpFile() });
      console.log(smoked.out);
    });
  },
);
