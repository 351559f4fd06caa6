import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attributesOf } from "#lib/store/categories.ts";
import { boxItemKey, erpCopyKey, goodsKey } from "#lib/store/keys.ts";
import { compareErp } from "../../../commands/erp-compare/compare-erp.ts";
import demo from "../../../sites/demo.ts";
import { documents, tableName as TableName, table } from "../../support/table.ts";
import { patient } from "../../support/waits.ts";
import { engines, type Opened } from "./engines.ts";

const range = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const goodsOf = (at: number) => `PO${at}-1`;
const [now, day] = [Date.now(), 86_400_000];

const plantRow = (Item: Record<string, unknown>) =>
  documents.send(new PutCommand({ TableName, Item }));
const boxed = async (box_no: string, zongpai: string, quantity: number, counters: object) => {
  await plantRow({ ...goodsKey(zongpai), ...counters });
  await plantRow({ ...boxItemKey(box_no, zongpai), box_no, zongpai, quantity, at: now, who: "x" });
};
const copy = (box_no: string, days: number) =>
  plantRow({
    ...{ ...erpCopyKey(box_no), row: { box_no, quantity: 1, columns: {} } },
    ...{ fetched_at: now - days * day, expires_at: Math.ceil(now / 1_000) + 60 },
  });
/** The planted differences; 600 goods and 300 boxes agree with the ERP. */
const differences = [
  ["boxed beyond ordered", "PO601-1"],
  ["the ERP's quantity is none", "PO602-1"],
  ["goods that the ERP lacks", "PO900-1"],
  // A database that ignores case finds PO7-1.
  ["goods that the ERP lacks", "po7-1"],
  ["box that the ERP lacks", "BX900"],
  ["never boxed", "PO603-1"],
  ["never boxed", "PO604-1"],
  ["old copy of a box", "BX1"],
];

beforeAll(async () => {
  await Promise.all(
    range(600).map((at) => {
      const counters = at % 2 ? { boxed: 10 } : { [attributesOf("CABLE").boxed]: 1 };
      return boxed(`BX${1 + (at % 300)}`, goodsOf(at), 10, counters);
    }),
  );
  await boxed("BX1", "PO601-1", 11, { boxed: 11 });
  await boxed("BX1", "PO602-1", 1, { boxed: 1 });
  await boxed("BX900", "PO900-1", 1, { boxed: 1 });
  await boxed("BX1", "po7-1", 1, { boxed: 1 });
  await plantRow({ ...goodsKey("PO603-1"), boxed: 0 });
  await copy("BX1", 31);
  await copy("BX2", 29);
});

for (const engine of engines)
  describe.skipIf(engine.missing)(`npm run erp:compare on ${engine.title}`, () => {
    let opened: Opened;
    beforeAll(async () => {
      opened = await engine.open();
      const goods = range(604).map((at) => `('${goodsOf(at)}', ${at === 602 ? "NULL" : 10})`);
      const boxes = range(300).map((at) => `('BX${at}${engine.padding}')`);
      await opened.run(`
        CREATE TABLE ordered (code ${engine.text}, pieces DECIMAL(12,2));
        INSERT INTO ordered VALUES ${goods.join(", ")};
        INSERT INTO ordered VALUES ('PO200-1', 10), (NULL, 10);
        CREATE VIEW zongpai_view AS SELECT code AS zongpai, pieces AS quantity, 'chair' AS product FROM ordered;
        CREATE TABLE carton (code ${engine.padded});
        INSERT INTO carton VALUES ${boxes.join(", ")};
        CREATE VIEW box_info_view AS SELECT code AS box_no, 1 AS quantity, 'sea' AS ship_method, 'x' AS ship_date FROM carton;
      `);
    });
    afterAll(() => opened?.close());

    const comparison = async () => {
      const { database } = opened;
      const session = await database.open(AbortSignal.timeout(patient.lookup));
      const found: unknown[][] = [];
      const compare = compareErp({
        ...{ table, site: demo, database, session, copiesOlder: 30, now },
        onDifferences: async (rows) => {
          found.push(...rows.map((row) => [row.difference, row.zongpai ?? row.box_no]));
        },
      });
      return { ...compare, found, close: session.close };
    };

    it("finds each difference that is planted, and nothing else", async () => {
      const { countGoods, compareTable, compareView, found, close } = await comparison();
      expect(await countGoods()).toBe(606);
      await compareTable(() => {});
      await compareView(() => {});
      close();
      expect(found.toSorted()).toEqual(differences.toSorted());
    });

    it("finds boxes whose numbers the type of the view's key cannot hold", async () => {
      await opened.run(`
        DROP VIEW box_info_view;
        CREATE TABLE numbered (code BIGINT);
        INSERT INTO numbered VALUES (1), (2);
        CREATE VIEW box_info_view AS SELECT code AS box_no, 1 AS quantity, 'sea' AS ship_method, 'x' AS ship_date FROM numbered;
      `);
      const { compareTable, found, close } = await comparison();
      await compareTable(() => {});
      close();
      const lacking = found.filter(([difference]) => difference === "box that the ERP lacks");
      expect(lacking).toHaveLength(301);
    });
  });
