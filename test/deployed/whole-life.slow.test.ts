import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import { newFolder } from "../support/folder.ts";
import { bootstrapped } from "./account.ts";
import type { Account } from "./emulator.ts";
import { deployTools } from "./tools.ts";
import { wholeLife } from "./whole-life.ts";

const tools = await deployTools();

describe.skipIf(tools === undefined)(
  "a stage on an emulator of AWS (needs Python 3.10, pip and PyPI)",
  () => {
    let account: Account;
    beforeAll(async () => {
      if (tools) account = await bootstrapped(tools);
    });
    afterAll(() => account?.stop());

    it("demo, functions in groups, is deployed, used, left alone and deleted", async () => {
      expect(await wholeLife(account, { site: demo.name, functions: "group" }, "demo")).toEqual([]);
    });

    it("plain, a function for each endpoint, too", async () => {
      const erp = join(newFolder(), "erp.sqlite");
      seedDemoErp(erp, plain);
      const choice = { site: plain.name, functions: "endpoint", erp } as const;
      expect(await wholeLife(account, choice, "scanner-1")).toHaveLength(2);
    });
  },
);
