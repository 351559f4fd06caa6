import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { runCommand } from "../../support/command.ts";
import { type Owner, ownDatabase, suiteOn } from "../../support/erp-owner.ts";
import { startSecrets } from "../../support/secrets-manager.ts";

const [title, missing] = suiteOn("postgresql", "npm run erp:check on PostgreSQL");

describe.skipIf(missing)(title, () => {
  let owner: Owner;
  const check = (env: object = {}, site = "postgresql") =>
    runCommand("erp-check", ["--site", `test/site/${site}.ts`], {
      ...{
        TEST_ERP_PORT: String(owner.port),
        TEST_ERP_DATABASE: "checked",
        TEST_ERP_USER: "checker",
        ERP_PASSWORD: "right",
      },
      ...env,
    });

  beforeAll(async () => {
    owner = await ownDatabase("postgresql", "checked");
    await owner.run(`
      CREATE ROLE checker LOGIN PASSWORD 'right';
      CREATE TABLE goods AS SELECT 'PO' || n || '-1' AS zongpai, n::numeric(12,2) AS quantity FROM generate_series(1, 5) AS s(n);
      CREATE VIEW zongpai_view AS SELECT * FROM goods;
      CREATE VIEW box_info_view AS SELECT 'BX1'::char(12) AS box_no, 1 AS quantity, 'sea' AS ship_method, now() AS "Ship_Date";
    `);
  });
  afterAll(() => owner?.close());

  it("says that the role may not read the views", async () => {
    const { status, stdout } = await check();
    expect(stdout).toContain("checker may not read zongpai_view: grant SELECT on it.");
    expect(status).toBe(1);
  });

  it("says that a save would work, and which column is written otherwise", async () => {
    await owner.run("GRANT SELECT ON box_info_view, zongpai_view TO checker");
    const { status, stdout } = await check();
    expect(stdout).toContain('one row: zongpai "PO1-1", quantity "1.00"');
    expect(stdout).toContain('It has "Ship_Date": the case of letters counts');
    expect(stdout).toContain("A save would work.");
    expect(status).toBe(0);
  });

  it("is followed by a trial of the service, which ends with ready once box information has all its columns, too", async () => {
    const env = {
      TEST_ERP_PORT: String(owner.port),
      TEST_ERP_DATABASE: "checked",
      TEST_ERP_USER: "checker",
      ERP_PASSWORD: "right",
    };
    const site = () =>
      runCommand("site-check", ["test/site/postgresql.ts", "--stage", "local"], env);
    expect((await site()).stdout).toMatch(/Ship_Date.*A save would work.*Not ready: its ERP\.\n$/s);
    await owner.run(`
      DROP VIEW box_info_view;
      CREATE VIEW box_info_view AS SELECT 'BX1'::char(12) AS box_no, 1 AS quantity, 'sea' AS ship_method, now() AS ship_date;
      GRANT SELECT ON box_info_view TO checker;
    `);
    const { status, stdout } = await site();
    expect(stdout).toContain("The service on this machine, with PO1-1 in BX1:");
    expect(stdout).not.toContain("FAILED");
    expect(stdout).toMatch(/\nReady\. SITE=/);
    expect(status).toBe(0);
  });

  it("says what the server refuses", async () => {
    const [password, database] = await Promise.all([
      check({ ERP_PASSWORD: "wrong" }),
      check({ TEST_ERP_DATABASE: "nowhere" }),
    ]);
    expect(password.stdout).toContain("is the password in ERP_PASSWORD right");
    expect(database.stdout).toContain("There is no database nowhere");
    expect([password.status, database.status]).toEqual([1, 1]);
  });

  it("says that another kind of server answers than the site names", async () => {
    const { status, stdout } = await check({ TEST_ERP_DIALECT: "mysql" });
    expect(stdout).toContain("does not answer as mysql");
    expect(status).toBe(1);
  });

  it("takes the password from a secret where the site names one, and says so when it is not there", async () => {
    const secrets = await startSecrets();
    try {
      const checked = async () => {
        const {
          AWS_REGION,
          AWS_ACCESS_KEY_ID,
          AWS_SECRET_ACCESS_KEY,
          AWS_ENDPOINT_URL_SECRETS_MANAGER,
        } = process.env;
        const aws = {
          AWS_REGION,
          AWS_ACCESS_KEY_ID,
          AWS_SECRET_ACCESS_KEY,
          AWS_ENDPOINT_URL_SECRETS_MANAGER,
        };
        const { stdout, stderr, status } = await check(
          { ERP_PASSWORD: undefined, ...aws },
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
        "the ERP's password was not read: ResourceNotFoundException. It must be in the field",
      );
    } finally {
      await secrets.stop();
    }
  });

  it("trusts a certificate only if its authority is named", async () => {
    const folder = mkdtempSync(join(tmpdir(), "erp-certificate-"));
    const authority = join(folder, "authority.pem");
    copyFileSync(inject("erpCertificates").postgresql ?? "", authority);
    try {
      const [unknown, named] = await Promise.all([
        check({ TEST_ERP_TLS: "verified" }),
        check({ TEST_ERP_TLS: "verified", NODE_EXTRA_CA_CERTS: authority }),
      ]);
      expect(unknown.stdout).toContain("The server's certificate is not trusted");
      expect(named.stdout).toContain("TLS verified\nconnected in");
      expect([unknown.status, named.status]).toEqual([1, 0]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
