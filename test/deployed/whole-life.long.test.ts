import { join } from "node:path";
import { expect, it } from "vitest";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import { newFolder } from "../support/folder.ts";
import { describeOnEmulator } from "./on-emulator.ts";
import { wholeLife } from "./whole-life.ts";

describeOnEmulator("a stage", (account) => {
  it("demo, a function for each endpoint, is deployed, used, left alone and deleted", async () => {
    const settings = ["watch=everything"];
    const choice = { site: demo.name, functions: "endpoint", settings } as const;
    expect(await wholeLife(account(), choice, "demo")).toMatch(/^passed goods are placed[^:]*$/);
  });

  it("plain, functions in groups, is deployed, used, left alone and deleted", async () => {
    const erp = join(newFolder(), "erp.sqlite");
    seedDemoErp(erp, plain);
    const choice = { site: plain.name, functions: "group", erp } as const;
    expect(await wholeLife(account(), choice, "scanner-1")).toMatch(
      /^passed goods are placed.*: the site has no route to clear a place$/,
    );
  });
});
