import { expect, it, vi } from "vitest";
import { withErp } from "#lib/lambda.ts";

vi.hoisted(() => {
  process.env.TABLE_NAME = "none";
  delete process.env.ERP_SQLITE;
});

it("priming asks no ERP, and a request asks the ERP of the site", async () => {
  const deadline = { left: () => 1_000 };
  expect(await withErp(true).erp.box("BX1", deadline)).toBeUndefined();
  expect(() => withErp(false)).toThrow("ERP_SQLITE");
});
