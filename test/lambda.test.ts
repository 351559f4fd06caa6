import { expect, it, vi } from "vitest";
import { onLambda, withErp, withSite } from "#lib/lambda.ts";
import { getMe } from "../functions/get-me.ts";

vi.hoisted(() => {
  process.env.TABLE_NAME = "none";
  delete process.env.ERP_SQLITE;
});

it("priming asks no ERP, and a request asks the ERP of the site", async () => {
  const deadline = { left: () => 1_000 };
  expect(await withErp(true).erp.box("BX1", deadline)).toBeUndefined();
  expect(() => withErp(false)).toThrow("ERP_SQLITE");
});

it("priming gets parts of its own", async () => {
  const opened: boolean[] = [];
  const handler = onLambda(getMe, (isPriming) => {
    opened.push(isPriming);
    return withSite();
  });
  await handler.prime({} as never);
  expect(opened).toEqual([false, true]);
});
