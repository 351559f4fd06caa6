import { expect } from "vitest";
import { chooseSite } from "#infra/choose-site.ts";
import { accountOfCi } from "./ci-role.ts";
import type { Account } from "./emulator.ts";
import { callEveryRoute } from "./every-route.ts";
import { type Choice, stageIn } from "./stage.ts";
import { step } from "./step.ts";

const linesOf = (printed: string) =>
  printed
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { readonly zongpai: string; readonly who: string });

/**
 * Deploys a stage that is deleted with its table, uses it as docs/deploy.md says, deploys it again as CI, and deletes it; `who` is the name of the
 * key that its history must say. Gives the last check of the smoke test.
 */
export const wholeLife = async (account: Account, choice: Choice, who: string): Promise<string> => {
  const stage = stageIn(account, choice);
  const timed = (name: string, run: Parameters<typeof step>[1]) =>
    step(`${choice.site}: ${name}`, run);

  const deployed = await timed("deploy", stage.deploy);
  expect(deployed.out).toBe(`${await stage.output("Url")}\n`);
  await timed("keys", stage.makeKeys);
  const smoked = await timed("smoke", () => stage.smoke(stage.key()));
  expect(smoked.out).toMatch(/ 7 passed, 0 FAILED, 0 NOT KNOWN; wrote [1-9]/);
  const site = await chooseSite(choice.site);
  await callEveryRoute(site, await stage.url(), stage.key());

  const ci = await accountOfCi(account, choice);
  const byCi = stageIn(ci, choice);
  const checked = await timed("table check", () => byCi.onTable("table", "check"));
  expect(checked.out).toContain("The profile fits.");
  const applied = await timed("table apply", () => byCi.onTable("table", "apply"));
  expect(applied.out.match(/: (set now|was set)$/gm)).toHaveLength(3);
  const audited = await timed("audit", () => stage.onTable("audit", "--json"));
  expect(JSON.parse(audited.out)).toMatchObject({ summary: { differences: {} } });
  const exported = await timed("export", () => stage.onTable("export", "history", "--json"));
  const lines = linesOf(exported.out);
  expect(new Set(lines.map((line) => line.who))).toEqual(new Set([who]));
  const zongpai = lines.find((line) => line.zongpai)?.zongpai ?? "";
  const traced = await timed("trace", () => stage.onTable("trace", zongpai, "--json"));
  const isOfGoods = (line: { readonly zongpai: string }) => line.zongpai === zongpai;
  expect(linesOf(traced.out)).toHaveLength(lines.filter(isOfGoods).length);

  expect(await stage.functions()).not.toEqual([]);
  const before = [await stage.stack(), await stage.functions()];
  const again = await timed("deploy without a change", byCi.deploy);
  expect(again.errors).toContain(`${stage.name} (no changes)`);
  expect([await stage.stack(), await stage.functions()]).toEqual(before);

  const table = await stage.output("TableName");
  const denied = await ci.run("aws", ["dynamodb", "delete-table", "--table-name", table]);
  expect(denied.errors).toContain("AccessDenied");
  // `table apply` has protected the table, as docs/restore.md says.
  const unprotected = ["--no-deletion-protection-enabled", "--table-name", table] as const;
  await account.aws("dynamodb", "update-table", ...unprotected);
  await timed("destroy", stage.destroy);
  await expect(stage.stack()).rejects.toThrow("does not exist");
  expect(await stage.functions()).toEqual([]);
  expect(await account.aws("dynamodb", "list-tables")).toEqual({ TableNames: [] });
  return smoked.out.trimEnd().split("\n").at(-2) ?? "";
};
