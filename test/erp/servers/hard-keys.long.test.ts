import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ErpSession } from "#lib/erp/database.ts";
import { erpReaderOf } from "#lib/erp/view-reader.ts";
import type { Refusal } from "#lib/errors.ts";
import { patient } from "../../support/waits.ts";
import { engines, type Opened } from "./engines.ts";

const deadline = { left: () => 40_000 };

/** All spellings of a key in large and small letters: more than a look-up reads for one key. */
const spellings = Array.from({ length: 128 }, (_, bits) =>
  Array.from("ABCDEFG", (letter, at) => (bits & (1 << at) ? letter.toLowerCase() : letter)).join(
    "",
  ),
);
const [rightSpelling = "", missingSpelling = "", ...otherSpellings] = spellings;

for (const engine of engines)
  describe.skipIf(engine.missing)(engine.title, () => {
    let opened: Opened;
    let session: ErpSession;
    const { bigint, flag, typedKeys } = engine;

    /** A view of goods with these rows; their key has this type. */
    const goodsView = (name: string, keyType: string, rows: readonly string[]) => `
      CREATE TABLE t_${name} (zongpai ${keyType}, quantity DECIMAL(12,3), product VARCHAR(40));
      ${rows.length === 0 ? "" : `INSERT INTO t_${name} VALUES ${rows.join(", ")};`}
      CREATE VIEW ${name} AS SELECT * FROM t_${name};`;
    const rowsOf = (keys: readonly string[]) => keys.map((key) => `('${key}', 3, 'x')`);
    const castView = (name: string, columns: string, rows: string) => `
      CREATE TABLE t_${name} (code VARCHAR(20), amount VARCHAR(20));
      INSERT INTO t_${name} VALUES ${rows};
      CREATE VIEW ${name} AS SELECT ${columns}, 'x' AS product FROM t_${name};`;

    beforeAll(async () => {
      opened = await engine.open();
      session = await opened.database.open(AbortSignal.timeout(patient.lookup));
      if (engine.prelude) await opened.run(engine.prelude);
      await opened.run(`
        ${goodsView("numbered", "BIGINT", ["(4711, 3, 'x')", "(0, 3, 'x')"])}
        ${goodsView("unnumbered", "BIGINT", [])}
        ${typedKeys.map(({ type, key }, at) => goodsView(`typed_${at}`, type, rowsOf([key]))).join("\n")}
        ${castView("cast_key", `${bigint("code")} AS zongpai, 1 AS quantity`, "('X', '1'), ('4711', '1')")}
        ${castView("cast_amount", `code AS zongpai, ${bigint("amount")} AS quantity`, "('PO4-1', 'many'), ('PO4-2', '3')")}
        ${goodsView("spelt", engine.caseless, rowsOf([...otherSpellings, rightSpelling]))}
        ${goodsView("by_lot", "VARCHAR(20)", [
          ...["('PO4-1', 10, 'a')", "('PO4-7', 3, 'lot 1')", "('PO4-7', 5, 'lot 2')"],
          ...["('PO4-8', 3, 'x')", "('PO4-8', 3, 'x')", "('PO4-9', 3, 'lot 1')"],
          ...["('PO4-9', 3, 'lot 2')", ...Array.from({ length: 6 }, () => "('PO4-10', 3, 'x')")],
          "('PO4-10', 4, 'x')",
        ])}
        CREATE TABLE t_flags (box_no VARCHAR(20), quantity INTEGER, flag ${flag.type});
        INSERT INTO t_flags VALUES ('BX1', 1, ${flag.truth[0]}), ('BX2', 1, ${flag.truth[1]}), ('BX3', 1, NULL);
        CREATE VIEW flags AS SELECT * FROM t_flags;
      `);
    });
    afterAll(async () => {
      session?.close();
      await opened?.close();
    });

    const readerOf = (relation: string, product: string | false = "product") =>
      erpReaderOf(
        { ...opened.database, open: async () => session },
        {
          formats: { quantity: { decimals: 2 } },
          erp: {
            boxes: {
              ...{ relation: "flags", boxNo: "box_no", quantity: "quantity" },
              columns: [{ column: "flag", name: "fragile" }],
              day: false,
            },
            zongpais: { relation, zongpai: "zongpai", quantity: "quantity" },
            product,
          },
        },
        () => {},
        { lookupLimitMs: patient.lookup },
      );
    /** The ordered quantity in hundredths, `undefined` for no such row, or the condition of the refusal. */
    const ordered = (relation: string, key: string, product?: false) =>
      readerOf(relation, product)
        .zongpai(key, deadline)
        .then(
          (row) => row?.ordered,
          ({ condition }: Refusal) => condition,
        );
    const faultOf = (relation: string, key: string) =>
      readerOf(relation)
        .zongpai(key, deadline)
        .catch(({ detail }: Refusal) => detail.column);

    it("does not know a label that a numeric key cannot hold", async () => {
      expect(await ordered("numbered", "4711")).toBe(300);
      for (const key of ["ABC123", "4711abc", "04711", "9".repeat(20), "1e3", "运"])
        expect(await ordered("numbered", key), key).toBeUndefined();
    });

    it.each(typedKeys)(
      "does not know a label that a key of type $type cannot hold",
      async (typed) => {
        const relation = `typed_${typedKeys.indexOf(typed)}`;
        expect(await ordered(relation, typed.key)).toBe(300);
        for (const key of ["ABC123", "9".repeat(20)])
          expect(await ordered(relation, key), key).toBeUndefined();
      },
    );

    it.runIf(engine.refusesCasts)(
      "blames the view for a value that it cannot convert, not the label",
      async () => {
        // Another row's key, the row's own quantity, and no row to try the statement with.
        expect(await ordered("cast_key", "4711")).toBe("erpUnavailable");
        expect(await ordered("cast_amount", "PO4-1")).toBe("erpUnavailable");
        expect(await ordered("cast_amount", "PO4-2")).toBe(300);
        expect(await ordered("unnumbered", "ABC123")).toBe("erpUnavailable");
      },
    );

    it("finds the right spelling among more others than it reads", async () => {
      expect(await ordered("spelt", rightSpelling)).toBe(300);
    });

    it("refuses a key that is missing among more spellings than it reads", async () => {
      expect(await faultOf("spelt", missingSpelling)).toBe("spelt.zongpai (100 rows or more)");
    });

    it("takes alike rows of one key as one, and refuses unlike rows", async () => {
      expect(await ordered("by_lot", "PO4-1")).toBe(1_000);
      expect(await ordered("by_lot", "PO4-8")).toBe(300);
      expect(await faultOf("by_lot", "PO4-7")).toBe("by_lot.zongpai (2 unlike rows)");
      expect(await faultOf("by_lot", "PO4-10")).toBe("by_lot.zongpai (7 unlike rows)");
      // They differ in the product only, which this site does not read.
      expect(await faultOf("by_lot", "PO4-9")).toBe("by_lot.zongpai (2 unlike rows)");
      expect(await ordered("by_lot", "PO4-9", false)).toBe(300);
    });

    it.runIf(engine.hasBooleans)("shows a boolean of the database as true or false", async () => {
      const reader = readerOf("by_lot");
      const shown = ["BX1", "BX2", "BX3"].map((box) => reader.box(box, deadline));
      expect((await Promise.all(shown)).map((box) => box?.columns.fragile)).toEqual([
        true,
        false,
        null,
      ]);
    });
  });
