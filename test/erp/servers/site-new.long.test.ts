import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../support/command.ts";
import { type Owner, ownDatabase, suiteOn } from "../../support/erp-owner.ts";
import { newFolder } from "../../support/folder.ts";
import { connectionTo } from "./drivers.ts";

const [title, missing] = suiteOn("postgresql", "npm run site:new with an ERP on PostgreSQL");

describe.skipIf(missing)(title, () => {
  const name = `new-${randomBytes(4).toString("hex")}`;
  let owner: Owner;
  beforeAll(async () => {
    owner = await ownDatabase("postgresql", "answered");
    await owner.run(`
      CREATE TABLE cartons AS SELECT 'B2001' AS carton, 5 AS pieces;
      CREATE TABLE orders AS SELECT 'G1001' AS order_line, 7 AS pieces;`);
  });
  afterAll(() => owner?.close());
  afterAll(() => rmSync(`sites/${name}.ts`, { force: true }));

  it("prints SQL that makes the views, and the site is then ready", async () => {
    const example = await runCommand("site-new", ["--example", "postgresql"]);
    const answers = JSON.parse(example.stdout) as { erp: object };
    const password = { environment: "ERP_PASSWORD" };
    const connection = connectionTo(owner, { password, connections: false, network: false });
    const boxes = { relation: "Boxes", boxNo: "Box no", quantity: "order" };
    answers.erp = { ...answers.erp, dialect: "postgresql", connection, boxes };
    const file = join(newFolder(), "answers.json");
    writeFileSync(file, JSON.stringify(answers));
    const variables = { ERP_PASSWORD: process.env.SERVER_PASSWORD };

    const before = await runCommand("site-new", [name, "--answers", file], variables);
    expect([before.status, before.stderr]).toEqual([1, ""]);
    expect(before.stdout).toContain(`ERP_PASSWORD=… npm run site:check -- ${name}\n`);
    for (const view of before.stdout.match(/^CREATE VIEW .*;$/gm) ?? []) await owner.run(view);
    const after = await runCommand("site-check", [name], variables);
    expect(after).toMatchObject({ status: 0, stdout: expect.stringMatching(/\nReady\. /) });
    const profile = readFileSync(`sites/${name}.ts`, "utf8");
    expect(profile).toContain('password: { environment: "ERP_PASSWORD" }');
  });
});
