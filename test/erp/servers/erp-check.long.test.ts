import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import demo from "../../../sites/demo.ts";
import { stagesForEach } from "../../infra/local-stage-rig.ts";
import { runCommand } from "../../support/command.ts";
import { type Owner, ownDatabase, suiteOn } from "../../support/erp-owner.ts";
import { startSecrets } from "../../support/secrets-manager.ts";

const [title, missing] = suiteOn("postgresql", "commands on an ERP on PostgreSQL");

describe.skipIf(missing)(title, () => {
  const stages = stagesForEach();
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

  it("npm start says where the ERP is, and asks it", async () => {
    const { url, output } = await stages.start({ ...erp(), SITE: "test/site/postgresql.ts" });
    expect(output()).toContain(
      `postgresql on 127.0.0.1:${owner.port}, database checked (yours, read only)`,
    );
    const key = localCredentials(demo);
    const save = async (zongpai: string) => {
      const headers = { "content-type": "application/json", ...key };
      const body = JSON.stringify({ box_no: "BX1", zongpai, quantity: 1 });
      return (await fetch(`${url}/box`, { method: "POST", headers, body })).status;
    };
    expect([await save("PO1-1"), await save("PO9-1")]).toEqual([201, 404]);
    const info = await fetch(`${url}/box/info?box_no=BX1`, { headers: key });
    expect(await info.json()).toMatchObject({ erp_state: "live", columns: { ship_method: "sea" } });
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

  it("erp:check trusts a certificate whose authority is named", async () => {
    const { status, stdout } = await check({
      TEST_ERP_TLS: "verified",
      NODE_EXTRA_CA_CERTS: inject("erpCertificates").postgresql,
    });
    expect(stdout).toContain("TLS verified\nconnected in");
    expect(status).toBe(0);
  });

  it("erp:check takes the password from a secret where the site names one, and says so when it is not there", async () => {
    const secrets = await startSecrets();
    try {
      const checked = async () => {
        const aws = Object.entries(process.env).filter(([name]) => name.startsWith("AWS_"));
        const { stdout, stderr, status } = await check(
          { ERP_PASSWORD: undefined, ...Object.fromEntries(aws) },
          "postgresql-secret",
        );
        expect(stderr).toBe("");
        return [status, stdout];
      };
      // A read of the secret has a second, which a machine that stalls may miss.
      const says = (status: number, words: string) =>
        expect.poll(checked).toEqual([status, expect.stringContaining(words)]);
      secrets.hold("right");
      await says(0, "A save would work.");
      secrets.hold("wrong");
      await says(1, `is the password in the field "password" of the secret ${secrets.arn} right`);
      secrets.answering = { refusal: "ResourceNotFoundException" };
      await says(
        1,
        "password was not read: ResourceNotFoundException: is the password in the field",
      );
    } finally {
      await secrets.stop();
    }
  });
});
