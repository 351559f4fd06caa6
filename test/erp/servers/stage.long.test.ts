import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import demo from "../../../sites/demo.ts";
import { stagesForEach } from "../../infra/local-stage-rig.ts";
import { type Owner, ownDatabase, suiteOn } from "../../support/erp-owner.ts";

const key = localCredentials(demo);
const [title, missing] = suiteOn("postgresql", "npm start for a site whose ERP is on PostgreSQL");

describe.skipIf(missing)(title, () => {
  const stages = stagesForEach();
  let owner: Owner;

  beforeAll(async () => {
    owner = await ownDatabase("postgresql", "stage");
    await owner.run(`
      CREATE ROLE stager LOGIN PASSWORD 'right';
      CREATE VIEW zongpai_view AS SELECT 'PO4-1'::varchar AS zongpai, 7 AS quantity;
      CREATE VIEW box_info_view AS SELECT 'BX10'::varchar AS box_no, 5 AS quantity, 'sea' AS ship_method, NULL AS ship_date;
      GRANT SELECT ON zongpai_view, box_info_view TO stager;
    `);
  });
  afterAll(() => owner?.close());

  it("says where the ERP is, and asks it", async () => {
    const { url, output } = await stages.start({
      ...{
        SITE: "test/site/postgresql.ts",
        TEST_ERP_PORT: String(owner.port),
        TEST_ERP_DATABASE: "stage",
        TEST_ERP_USER: "stager",
      },
      ERP_PASSWORD: "right",
    });
    expect(output()).toContain(
      `postgresql on 127.0.0.1:${owner.port}, database stage (yours, read only)`,
    );
    const save = (zongpai: string) =>
      fetch(`${url}/box`, {
        method: "POST",
        headers: { "content-type": "application/json", ...key },
        body: JSON.stringify({ box_no: "BX10", zongpai, quantity: 1 }),
      });
    expect((await save("PO4-1")).status).toBe(201);
    expect((await save("PO4-2")).status).toBe(404);
    expect(
      await (await fetch(`${url}/box/info?box_no=BX10`, { headers: key })).json(),
    ).toMatchObject({
      erp_state: "live",
      columns: { ship_method: "sea" },
    });
  });
});
