import { join, relative } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sampleErp, seedDemoErp } from "#infra/erp/demo-erp.ts";
import { openErp } from "#lib/erp/ask-directly.ts";
import demo from "../../sites/demo.ts";
import { newFolder } from "../support/folder.ts";
import { patient } from "../support/waits.ts";

const folder = newFolder();
const file = join(folder, "erp.sqlite");
seedDemoErp(file, demo);
const [box = ""] = sampleErp(file, demo).boxes;

/** Looks up a box in the file, with these environment variables. */
const lookUp = (variables: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return openErp(demo, () => {}).box(box, { left: () => patient.lookup });
};

describe("the SQLite file that ERP_SQLITE names", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("is in the function's folder on Lambda", async () => {
    expect(await lookUp({ LAMBDA_TASK_ROOT: folder, ERP_SQLITE: "erp.sqlite" })).toMatchObject({
      box_no: box,
    });
  });

  it("is relative to the working directory elsewhere", async () => {
    expect(await lookUp({ ERP_SQLITE: relative(".", file) })).toMatchObject({ box_no: box });
  });

  it("may be an absolute path", async () => {
    expect(await lookUp({ LAMBDA_TASK_ROOT: newFolder(), ERP_SQLITE: file })).toMatchObject({
      box_no: box,
    });
  });
});
