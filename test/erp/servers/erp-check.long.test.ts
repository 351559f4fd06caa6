import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../support/command.ts";
import { type Owner, ownDatabase, suiteOn } from "../../support/erp-owner.ts";
import { startSecrets } from "../../support/secrets-manager.ts";

const [title, missing] = suiteOn("postgresql", "commands on an ERP on PostgreSQL");

describe.skipIf(missing)(title, () => {
  let owner: Owner;
  const erp = () => ({
    TEST_ERP_PORT: String(owner.port),
    TEST_ERP_DATABASE: owner.database,
    TEST_ERP_USER: "checker",
    ERP_PASSWORD: "right",
  });
  const check = (env: object = {}, site = "postgresql") =>
    runCommand("erp-check", ["--site", `test/site/${site}.ts`], { ...erp(), ...env });
  const boxView = (shipDate: string) => `
    DROP VIEW IF EXISTS box_info_view;
    CREATE VIEW box_info_view AS SELECT 'BX1'::char(12) AS box_no, 1 AS quantity, 'sea' AS ship_method, now() AS ${shipDate};
  `;

  beforeAll(async () => {
    owner = await ownDatabase("postgresql", "checked");
    await owner.run(`
      CREATE ROLE checker LOGIN PASSWORD 'right';
      CREATE TABLE goods AS SELECT 'PO' || n || '-1' AS zongpai, n::numeric(12,2) AS quantity FROM generate_series(1, 5) AS s(n);
      CREATE VIEW zongpai_view AS SELECT * FROM goods;
      ${boxView('"Ship_Date"')}
    `);
  });
  afterAll(() => owner?.close());

  it("erp:check names the view that the role may not read", async () => {
    const { status, stdout } = await check();
    expect(stdout).toContain("zongpai_view cannot be read: permission denied");
    expect(status).toBe(1);
  });

  it("erp:check says that a save would work, and which column is written otherwise", async () => {
    await owner.run("GRANT SELECT ON box_info_view, zongpai_view TO checker");
    const { status, stdout } = await check();
    expect(stdout).toContain('one row: {"zongpai":"PO1-1","quantity":"1.00"}');
    expect(stdout).toContain('box_info_view has no column "ship_date"');
    expect(stdout).toContain("A save would work.");
    expect(status).toBe(0);
  });

  it("site:check tries the service after it, and is ready once box information has all its columns", async () => {
    const site = () =>
      runCommand("site-check", ["test/site/postgresql.ts", "--stage", "local"], erp());
    expect((await site()).stdout).toMatch(/ship_date.*A save would work.*Not ready: its ERP\.\n$/s);
    await owner.run(`${boxView("ship_date")} GRANT SELECT ON box_info_view TO checker;`);
    const { status, stdout } = await site();
    expect(stdout).toContain("The service on this machine, with PO1-1 in BX1:");
    expect(stdout).not.toContain("FAILED");
    expect(stdout).toMatch(/\nReady\. SITE=/);
    expect(status).toBe(0);
  });

  it.each([
    [{ ERP_PASSWORD: "wrong" }, "is the password in ERP_PASSWORD right"],
    [{ TEST_ERP_DATABASE: "nowhere" }, 'database "nowhere" does not exist'],
    [{ TEST_ERP_DIALECT: "mysql" }, "or is erp.dialect wrong"],
    [{ TEST_ERP_TLS: "verified" }, "The certificate is not trusted"],
  ])("erp:check explains what the server refuses with %j", async (env, sentence) => {
    const { status, stdout } = await check(env);
    expect(stdout).toContain(sentence);
    expect(status).toBe(1);
  });

  it("erp:check takes the password from a secret where the site names one, and says so when it is not there", async () => {
    const secrets = await startSecrets();
    const aws = Object.entries(process.env).filter(([name]) => name.startsWith("AWS_"));
    const env = { ERP_PASSWORD: undefined, ...Object.fromEntries(aws) };
    // A read of the secret has a second, which a machine that stalls may miss.
    const says = (words: string) =>
      expect.poll(async () => (await check(env, "postgresql-secret")).stdout).toContain(words);
    try {
      secrets.hold("right");
      await says("A save would work.");
      secrets.answering = { refusal: "ResourceNotFoundException" };
      await says("password was not read: ResourceNotFoundException: is the password in the field");
    } finally {
      await secrets.stop();
    }
  });
});
