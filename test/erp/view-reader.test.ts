import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ErpDatabase, type ErpRow, LookupFailure } from "#lib/erp/database.ts";
import { erpReaderOf } from "#lib/erp/view-reader.ts";
import { keyTextOf, mostRowsPerKey, positionColumn } from "#lib/erp/views.ts";
import type { Refusal } from "#lib/errors.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";

const { zongpai, quantity, relation } = plain.erp.zongpais;
const row = (key: unknown, ordered: unknown): ErpRow => ({ [zongpai]: key, [quantity]: ordered });
const aboutValue = () => new LookupFailure("value", "invalid input syntax for type bigint");

/** The answers of a database to the statements that judge a key, or its errors. */
type Statements = {
  readonly lookUp: (key: unknown) => readonly ErpRow[];
  readonly compare?: () => readonly ErpRow[];
  readonly anyKey?: () => readonly ErpRow[];
};

const readerOn = (
  { lookUp, compare = () => [], anyKey = () => [] }: Statements,
  site: Site = plain,
) => {
  const ask = async (sql: string, [key]: readonly unknown[]) => {
    const rowsOf = sql.includes(" limit 0") ? compare : key === undefined ? anyKey : lookUp;
    return { columns: [zongpai, quantity], rows: rowsOf(key) };
  };
  const database: ErpDatabase = {
    ...{ quote: '"', parameter: "$1", limitKeyword: "limit", exact: (sql) => sql },
    dayParameter: (sql) => sql,
    open: async () => ({ ask, isUsable: () => true, close: () => {} }),
  };
  return erpReaderOf(database, site, () => {});
};
const answerOn = (statements: Statements, key = "ABC") =>
  readerOn(statements)
    .zongpai(key, { left: () => 10_000 })
    .then(
      (found) => found?.ordered,
      ({ condition, detail }: Refusal) => [condition, detail.column],
    );

/** A database whose keys are numbers, and which converts a key before it reads. */
const numbers: Statements = {
  lookUp: (key) => {
    if (Number.isNaN(Number(key))) throw aboutValue();
    return [row(Number(key), 3)];
  },
  compare: () => {
    throw aboutValue();
  },
  anyKey: () => [row(4711, 3)],
};
const failing = (kind: LookupFailure["kind"]) => () => {
  throw new LookupFailure(kind, kind);
};

describe("a look-up that fails because of a value", () => {
  it("finds nothing if only a key of the view can be compared", async () => {
    expect(await answerOn(numbers)).toBeUndefined();
    expect(await answerOn(numbers, "4711")).toBe(3);
  });

  it.each([
    ["the key can be compared", { compare: () => [] }],
    ["the view has no key", { anyKey: () => [] }],
    ["no key of the view can be read", { anyKey: failing("value") }],
    ["a key of the view fails, too", { lookUp: failing("value") }],
    ["the database is late then", { compare: failing("late") }],
    ["the connection breaks then", { anyKey: failing("unreachable") }],
  ])("blames the ERP if %s", async (_, changed) => {
    expect(await answerOn({ ...numbers, ...changed })).toEqual(["erpUnavailable", undefined]);
  });
});

describe("a look-up that finds several rows", () => {
  const nameOf = (reason: string) => ["erpRowInvalid", `${relation}.${zongpai} (${reason})`];
  const rows = (...quantities: unknown[]) => quantities.map((ordered) => row("ABC", ordered));

  it("takes rows as one if they say the same, in whichever form", async () => {
    expect(await answerOn({ lookUp: () => rows(3, "3", "3.0") })).toBe(3);
  });

  it("refuses rows of which any says something else", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 20 }),
        async (quantities) => {
          const [first] = quantities;
          const isOne = quantities.every((ordered) => ordered === first);
          expect(await answerOn({ lookUp: () => rows(...quantities) })).toEqual(
            isOne ? first : nameOf(`${quantities.length} unlike rows`),
          );
        },
      ),
    ));

  it("refuses as many as it reads, unless others follow those with the key", async () => {
    const others = Array.from({ length: mostRowsPerKey }, () => row("abc", 3));
    const cutOff = nameOf(`${mostRowsPerKey} rows or more`);
    expect(await answerOn({ lookUp: () => others })).toEqual(cutOff);
    expect(await answerOn({ lookUp: () => others.slice(1) })).toBeUndefined();
    expect(await answerOn({ lookUp: () => others.map(() => row("ABC", 3)) })).toEqual(cutOff);
    expect(await answerOn({ lookUp: () => [row("ABC", 3), ...others.slice(1)] })).toBe(3);
  });
});

describe("a page of the boxes of a day", () => {
  const { boxNo, quantity } = demo.erp.boxes;
  const pageOf = (...boxes: readonly string[]) => {
    const rows = boxes.map((no) => ({ [boxNo]: no, [quantity]: 3, [positionColumn]: no }));
    const request = { day: "2026-11-29", size: rows.length - 1 };
    const reader = readerOn({ lookUp: () => rows }, demo);
    return reader.boxesOfDay(request, { left: () => 10_000 });
  };

  it("leaves its last box to the next page", async () =>
    expect(await pageOf("BX1", "BX2", "BX3")).toMatchObject({
      boxes: [{ box_no: "BX1" }, { box_no: "BX2" }],
      next: "BX2",
    }));

  it("has its only box, which the view repeats", async () =>
    expect(await pageOf("BX1", "BX1", "BX1")).toEqual({
      boxes: [{ box_no: "BX1", quantity: 3 }],
      next: "BX1",
    }));
});

describe("the text of a key", () => {
  it("lacks the spaces at its end, and only these", () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", " ", "\t", "\u00a0") }), (text) => {
        expect(keyTextOf(text)).toBe(text.replace(/ +$/, ""));
      }),
    ));

  it("is read in linear time", () => {
    const text = `${" ".repeat(1_000_000)}x`;
    const start = performance.now();
    expect(keyTextOf(text)).toBe(text);
    // A pattern took 16 s for a tenth of these spaces.
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
