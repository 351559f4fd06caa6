import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import type { Site } from "#lib/site/schema.ts";
import { checkErp } from "../../../commands/erp-check/check-erp.ts";
import demo from "../../../sites/demo.ts";
import { answersRequests, stagesForEach } from "../../infra/local-stage-rig.ts";
import { runCommand } from "../../support/command.ts";
import { type Owner, ownDatabase, suiteOn } from "../../support/erp-owner.ts";
import { keepOutput } from "../../support/output.ts";
import { connectionTo } from "./drivers.ts";

const [title, missing] = suiteOn("postgresql", "commands on an ERP on PostgreSQL");

describe.skipIf(missing)(title, () => {
  let owner: Owner;
  const stages = stagesForEach();
  const output = keepOutput();
  const password = { environment: "ERP_PASSWORD" };
  const check = async (
    changes: object = {},
    dialect: "postgresql" | "mysql" = "postgresql",
    answers: Partial<Site> = {},
  ) => {
    const connection = connectionTo(owner, { user: "checker", password, ...changes });
    const server = { ...connection, connections: false, network: false } as const;
    output.clear();
    const erp = { ...demo.erp, dialect, connection: server };
    return { ...(await checkErp({ ...demo, ...answers, erp })), said: output.text() };
  };
  const failing = (said: string) => ({
    canSave: false,
    isFaultless: false,
    said: expect.stringContaining(said),
  });
  const boxView = (shipDate: string) => `
    DROP VIEW IF EXISTS box_info_view;
    CREATE VIEW box_info_view AS SELECT 'BX1'::char(12) AS box_no, 1 AS quantity, 'sea' AS ship_method, now() AS ${shipDate};
  `;

  beforeAll(async () => {
    process.env.ERP_PASSWORD = "right";
    owner = await ownDatabase("postgresql", "checked");
    await owner.run(`
      CREATE ROLE checker LOGIN PASSWORD 'right';
      CREATE TABLE goods AS SELECT 'PO' || n || '-1' AS zongpai, n::numeric(12,2) AS quantity, 'chair' AS product FROM generate_series(1, 5) AS s(n);
      CREATE VIEW zongpai_view AS SELECT * FROM goods;
      ${boxView('"Ship_Date"')}
    `);
  });
  afterAll(() => owner?.close());

  it("names a missing right and a differently spelt column, then passes", async () => {
    expect(await check()).toEqual(failing("zongpai_view cannot be read: permission denied"));
    await owner.run("GRANT SELECT ON box_info_view, zongpai_view TO checker");
    const { said, ...found } = await check();
    expect(found).toMatchObject({ canSave: true, isFaultless: false });
    expect(said).toContain('one row: {"zongpai":"PO1-1","quantity":"1.00","product":"chair"}');
    expect(said).toContain('box_info_view has no column "ship_date"');
    await owner.run(`${boxView("ship_date")} GRANT SELECT ON box_info_view TO checker;`);
    expect(await check()).toMatchObject({ canSave: true, isFaultless: true });
    const site = await runCommand("site-check", ["test/site/postgresql.ts"], {
      TEST_ERP_PORT: String(owner.port),
      TEST_ERP_DATABASE: owner.database,
      TEST_ERP_USER: "checker",
      ERP_PASSWORD: "right",
    });
    expect(site.stdout).toContain("The service on this machine, with PO1-1 in BX1:");
    expect(site).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/\nReady\. Next: .* SITE=.*before a deployment/),
    });
  });

  it("tries keys that a number cannot hold, and names a view that fails", async () => {
    const goods = (key: string, from: string) => `
      DROP VIEW zongpai_view;
      CREATE VIEW zongpai_view AS SELECT ${key} AS zongpai, 1 AS quantity, 'chair' AS product FROM ${from};
      GRANT SELECT ON zongpai_view TO checker;`;
    const numbers = { pattern: /^[0-9]{4,25}$/, accepts: "must be a number", example: "4711" };
    const formats = { ...demo.formats, zongpai: numbers };
    const withLetters = { ...numbers, pattern: /^[0-9]{4}$|^[A-Z]{2,9}$/ };
    await owner.run(`CREATE TABLE numbered AS SELECT 4711::bigint AS n, 'x' AS t;
      ${goods("n", "numbered")}`);
    expect((await check({}, "postgresql", { formats })).said).toContain("A save would work.");
    expect(
      await check({}, "postgresql", { formats: { ...formats, zongpai: withLetters } }),
    ).toMatchObject({ canSave: true, said: expect.stringContaining('"AA", "AAAAAAAAA"') });
    const stage = await stages.start({
      ...{ SITE: "test/site/postgresql.ts", TEST_ERP_USER: "checker", ERP_PASSWORD: "right" },
      ...{ TEST_ERP_PORT: String(owner.port), TEST_ERP_DATABASE: owner.database },
    });
    const saved = await fetch(`${stage.url}/box`, {
      method: "POST",
      headers: { "content-type": "application/json", ...localCredentials(demo) },
      body: JSON.stringify({ box_no: "BX1", zongpai: "PO4-1", quantity: 1 }),
    });
    expect([saved.status, saved.headers.get("retry-after")]).toEqual([404, null]);
    // A second row, which is not read for the first one, has no number.
    await owner.run(`CREATE TABLE texts (id int PRIMARY KEY, t text);
      INSERT INTO texts VALUES (1, '4711'), (2, 'X');
      ${goods("CASE WHEN id = 1 THEN 4711 ELSE t::bigint END", "texts ORDER BY id")}`);
    expect(await check({}, "postgresql", { formats })).toEqual(
      failing("zongpai_view cannot be read"),
    );
  });

  it("npm start says that the password is wrong, and starts nevertheless", async () => {
    const stage = await stages.start({
      ...{ SITE: "test/site/postgresql.ts", TEST_ERP_USER: "checker", ERP_PASSWORD: "wrong" },
      ...{ TEST_ERP_PORT: String(owner.port), TEST_ERP_DATABASE: owner.database },
    });
    await stage.says(/To fix in its ERP:\n {2}- .*is the password in ERP_PASSWORD right/);
    expect(await answersRequests(stage.url)).toBe(true);
  });

  it.each([
    [{ user: "nobody" }, "postgresql", "is the password in ERP_PASSWORD right"],
    [{ database: "nowhere" }, "postgresql", 'database "nowhere" does not exist'],
    [{ tls: "verified" }, "postgresql", "The certificate is not trusted"],
    [{}, "mysql", "or is erp.dialect wrong"],
  ] as const)(
    "erp:check explains what the server refuses with %j and %s",
    async (changes, dialect, why) => {
      expect(await check(changes, dialect)).toEqual(failing(why));
    },
  );
});
