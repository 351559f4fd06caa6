import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ErpReader } from "#lib/domain/erp.ts";
import { erpReaderOf } from "#lib/erp/view-reader.ts";
import { patient } from "../../support/waits.ts";
import { engines, type Opened } from "./engines.ts";

/** Time limit of a look-up in the slow view, in milliseconds. All others may take longer. */
const soon = 500;
const deadline = { left: () => 40_000 };

/** Names that a query could misinterpret, or that differ from others only in case. */
const erp = {
  boxes: {
    relation: 'V_Kisten "Übersicht"',
    boxNo: "Kisten.Nr",
    quantity: "MENGE gesamt",
    columns: [
      { column: "Versand as Art", name: "versandart" },
      { column: "Größe `m³`", name: "größe" },
      { column: "gefahrgut?", name: "gefahrgut" },
      { column: "Gewicht", name: "gewicht" },
      { column: "Termin", name: "termin" },
    ],
    day: "Termin",
  },
  zongpais: { relation: "v_Waren", zongpai: "Waren Nr", quantity: "Bestellt" },
  product: false as const,
};
const settings = (changes: object = {}) => ({
  formats: { quantity: { decimals: 2 } },
  erp: { ...erp, ...changes },
});

for (const engine of engines)
  describe.skipIf(engine.missing)(engine.title, () => {
    let opened: Opened;
    const { quoted: q, padding } = engine;
    const [yes, no] = engine.truth;

    const fill = () => `
    CREATE TABLE kiste (nr ${engine.padded} PRIMARY KEY, menge DECIMAL(12,3), art ${engine.text}, groesse ${engine.text}, gefahr ${engine.bool}, gewicht DOUBLE PRECISION, termin DATE);
    INSERT INTO kiste VALUES ('K-1${padding}', 12.5, 'Spedition Müller 運送 🚚', 'groß', ${yes}, 1.25, '2026-11-21');
    INSERT INTO kiste VALUES ('K-2${padding}', 3, NULL, NULL, NULL, NULL, NULL);
    INSERT INTO kiste VALUES ('K-3${padding}', 0.005, 'x', 'x', ${no}, 0, '2026-11-21');
    INSERT INTO kiste VALUES ('K-4${padding}', NULL, 'x', 'x', ${no}, 0, '2026-11-21');
    CREATE VIEW ${q(erp.boxes.relation)} AS SELECT nr AS ${q("Kisten.Nr")}, menge AS ${q("MENGE gesamt")}, art AS ${q("Versand as Art")},
      groesse AS ${q("Größe `m³`")}, gefahr AS ${q("gefahrgut?")}, gewicht AS ${q("Gewicht")}, termin AS ${q("Termin")} FROM kiste;
    CREATE VIEW v_name AS SELECT nr, menge, art AS ${q("Bezeichnung, lang")} FROM kiste;
    CREATE TABLE ware (nr ${engine.text} PRIMARY KEY, bestellt ${engine.text});
    INSERT INTO ware VALUES ('PO4-1', '12.50'), ('PO4-2', ' 7 '), ('über-ß', '1'), ('PO4-3', 'viele'), ('PO4-4', '1e3'), ('PO4-5', '-1');
    CREATE VIEW ${q("v_Waren")} AS SELECT nr AS ${q("Waren Nr")}, bestellt AS ${q("Bestellt")}, 'other' AS ${q("waren.nr")} FROM ware;
    CREATE TABLE nummer (nr INTEGER PRIMARY KEY, menge INTEGER);
    INSERT INTO nummer VALUES (0, 1), (123, 5);
    CREATE VIEW v_nummer AS SELECT nr, menge FROM nummer;
    CREATE VIEW v_slow AS SELECT nr, ${engine.slow} AS menge FROM nummer WHERE nr = 123;
  `;

    let shared: ErpReader;
    const reader = (changes: object = {}, longest = patient.lookup): ErpReader =>
      erpReaderOf(opened.database, settings(changes), () => {}, { lookupLimitMs: longest });
    beforeAll(async () => {
      opened = await engine.open();
      await opened.run(fill());
      shared = reader();
    });
    afterAll(() => opened?.close());

    const goods = (relation: string, zongpai = "nr", quantity = "menge") => ({
      zongpais: { relation, zongpai, quantity },
    });
    const unavailable = expect.objectContaining({ condition: "erpUnavailable" });
    const invalid = (reference: string, column: string) =>
      expect.objectContaining({ condition: "erpRowInvalid", detail: { reference, column } });
    const box = (key: string) => shared.box(key, deadline);
    /** The ordered quantity of goods, in hundredths. */
    const ordered = async (key: string, erp = shared) =>
      (await erp.zongpai(key, deadline))?.ordered;

    it("finds a box by a key padded with spaces, and shows every column type", async () => {
      expect(await box("K-1")).toEqual({
        box_no: "K-1",
        quantity: 1_250,
        columns: {
          versandart: "Spedition Müller 運送 🚚",
          größe: "groß",
          gefahrgut: expect.toSatisfy((value) => value === 1 || value === true),
          gewicht: 1.25,
          termin: "2026-11-21",
        },
      });
      const columns = Object.fromEntries(erp.boxes.columns.map(({ name }) => [name, null]));
      expect(await box("K-2")).toEqual({ box_no: "K-2", quantity: 300, columns });
    });

    it("lists the boxes of a day page by page, and says where a row does not fit", async () => {
      const pageAfter = (after?: string) =>
        shared.boxesOfDay({ day: "2026-11-21", after, size: 2 }, deadline);
      const first = await pageAfter();
      expect(first.boxes).toEqual([{ box_no: "K-1", quantity: 1_250 }, { box_no: "K-3" }]);
      expect(await pageAfter(first.next)).toEqual({ boxes: [{ box_no: "K-4" }] });
      const other = await shared.boxesOfDay({ day: "2026-11-22", size: 2 }, deadline);
      expect(other.boxes).toEqual([]);
    });

    it("lists the boxes of a day where the column has the time, or is text", async () => {
      for (const [relation, type, tag] of [
        ["v_time", engine.instant, "2026-11-21 23:59:58"],
        ["v_text", engine.text, "2026-11-21T08:00"],
      ] as const) {
        await opened.run(
          `CREATE TABLE ${relation} (nr ${engine.text}, menge INTEGER, tag ${type}); INSERT INTO ${relation} VALUES ('K-1', 5, '${tag}');`,
        );
        const boxes = { relation, boxNo: "nr", quantity: "menge", columns: [], day: "tag" };
        const ofDay = reader({ boxes });
        const on = async (day: string) =>
          (await ofDay.boxesOfDay({ day, size: 2 }, deadline)).boxes;
        expect(await on("2026-11-21"), relation).toEqual([{ box_no: "K-1", quantity: 500 }]);
        expect(await on("2026-11-20"), relation).toEqual([]);
      }
    });

    it("finds the name of a product, or that there is none", async () => {
      const product = "Bezeichnung, lang";
      const named = reader({ ...goods("v_name"), product });
      const found = { zongpai: "K-1", ordered: 1_250, product: "Spedition Müller 運送 🚚" };
      expect(await named.zongpai("K-1", deadline)).toEqual(found);
      expect((await named.zongpai("K-2", deadline))?.product).toBeUndefined();
    });

    it("takes quantities as decimals or text; an invalid one is the row's fault", async () => {
      expect([await ordered("PO4-1"), await ordered("PO4-2")]).toEqual([1_250, 700]);
      for (const key of ["PO4-3", "PO4-4", "PO4-5"])
        await expect(ordered(key)).rejects.toEqual(invalid(key, "v_Waren.Bestellt"));
      const amount = `${erp.boxes.relation}.${erp.boxes.quantity}`;
      for (const key of ["K-3", "K-4"])
        await expect(box(key)).rejects.toEqual(invalid(key, amount));
    });

    it("finds nothing under another spelling", async () => {
      for (const key of ["PO4-9", "po4-1", "PO4-1 ", "uber-ss", "", "PO4%", "%", "K-1"])
        expect(await ordered(key), JSON.stringify(key)).toBeUndefined();
      for (const key of ["k-1", "K-9"]) expect(await box(key)).toBeUndefined();
      expect(await ordered("über-ß")).toBe(100);
    });

    it("finds a view in the schema that the site names, with a numeric key", async () => {
      const numbers = reader(goods(`${engine.schema}.v_nummer`));
      expect(await ordered("123", numbers)).toBe(500);
      for (const key of ["0123", "124", "123abc", "abc"])
        expect(await ordered(key, numbers), key).toBeUndefined();
    });

    it("takes a key for data whatever SQL it holds", async () => {
      const keys = [
        "' OR '1'='1",
        "'; DROP TABLE ware; --",
        "\\' OR 1=1 -- ",
        "\u{bf}' OR 1=1 -- ",
        "?",
        "$1",
        "@1",
      ];
      for (const key of keys) expect(await ordered(key), key).toBeUndefined();
      expect(await ordered("PO4-1")).toBeDefined();
    });

    it("is unavailable where a view or a column is not there", async () => {
      for (const absent of [goods("v_gone"), goods("v_nummer", "nr", "gone")])
        await expect(ordered("1", reader(absent))).rejects.toEqual(unavailable);
    });

    it("gives a slow view up, and answers the next look-up", async () => {
      const slow = reader(goods("v_slow"), soon);
      await expect(ordered("123", slow)).rejects.toEqual(unavailable);
      // The same connection answers again, or a new one. SQLite's answers when the view has ended.
      await vi.waitFor(
        () => ordered("124", slow).then((none) => expect(none).toBeUndefined()),
        100_000,
      );
    });
  });
