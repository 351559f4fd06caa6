import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { erpFileFor } from "#infra/erp/erp-file.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";
import { newFolder } from "../support/folder.ts";

const folder = newFolder();

describe("the ERP's file that is deployed", () => {
  it("is the one that is named, which must be there", () => {
    const file = erpFileFor(demo, folder) ?? "";
    expect(erpFileFor(odd, folder, file)).toBe(file);
    expect(() => erpFileFor(odd, folder, join(folder, "gone.sqlite"))).toThrow(
      "There is no ERP database",
    );
  });

  it("is never made up for a site with goods of its own", () => {
    expect(() => erpFileFor(odd, folder)).toThrow("name the one to deploy with -c erp=<file>");
  });
});
