import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTable } from "#infra/local/create-table.ts";
import { makeSample } from "#infra/local/sample/make-sample.ts";
import { auditTable } from "../../../commands/audit/audit-table.ts";
import demo from "../../../sites/demo.ts";
import { type Owner, ownDatabase, suiteOn } from "../../support/erp-owner.ts";
import { table } from "../../support/table.ts";
import { patient } from "../../support/waits.ts";
import { open } from "../../support/worker.ts";
import { connectionTo } from "./drivers.ts";

const servers = [
  ["postgresql", ...suiteOn("postgresql", "PostgreSQL")],
  ["mysql", ...suiteOn("mysql", "MariaDB")],
] as const;

for (const [dialect, title, missing] of servers)
  describe.skipIf(missing)(`the sample of a site whose ERP is on ${title}`, () => {
    let owner: Owner;
    beforeAll(async () => {
      owner = await ownDatabase(dialect, "sampled");
      const orders = Array.from({ length: 30 }, (_, at) => `('PO${at + 30}-1', 24.00)`);
      const cartons = Array.from({ length: 6 }, (_, at) => `('BX${at + 30}')`);
      await owner.run(`
        CREATE TABLE ordered (code VARCHAR(40), pieces DECIMAL(12,2));
        INSERT INTO ordered VALUES ${orders.join(", ")}, (NULL, 10), ('other', 10), ('PO90-1', NULL);
        CREATE VIEW zongpai_view AS SELECT code AS zongpai, pieces AS quantity, 'chair' AS product FROM ordered;
        CREATE TABLE carton (code CHAR(12));
        INSERT INTO carton VALUES ${cartons.join(", ")};
        CREATE VIEW box_info_view AS SELECT code AS box_no, 1 AS quantity, 'sea' AS ship_method, 'x' AS ship_date FROM carton;
      `);
    });
    afterAll(() => owner?.close());

    it("has all goods and boxes of its views, and the audit finds nothing", async () => {
      const connection = {
        ...connectionTo(owner, {}),
        connections: false,
        network: false,
      } as const;
      const site = { ...demo, erp: { ...demo.erp, dialect, connection } };
      const name = `Warehouse-sample-${dialect}`;
      if (table.endpoint) await createTable(table.endpoint, name);
      const said = await makeSample({
        ...{ site, wish: "asked", erpFile: "", ownErp: false, limits: patient },
        ...{ taken: { goods: [], boxes: [] }, openTable: (clock) => open({ name, clock }) },
      });
      expect(said).toMatch(/^30 invented goods labels and 6 boxes/);
      const onDifferences = (found: readonly object[]) => expect(found).toEqual([]);
      const { items } = await auditTable(open({ name }), site, { segments: 1, onDifferences });
      expect(items).toBeGreaterThan(100);
    });
  });
