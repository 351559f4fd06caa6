import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readCsvFile } from "../../commands/csv/read.ts";
import { openRowWriter } from "../../commands/csv/write.ts";
import { byteOrderMark, csvOf } from "../../frontend/pages/src/shared/csv.ts";
import { newFolder } from "../support/folder.ts";

const folder = newFolder();
const readBytes = (bytes: string | Uint8Array) => {
  const file = join(folder, "table.csv");
  writeFileSync(file, bytes);
  return readCsvFile(file);
};

it("reads back every text that it writes, with any delimiter", () => {
  const hard = fc.stringMatching(/^['=+@\t\r\n ",;-]{1,6}$/);
  const text = fc.oneof(hard, fc.string({ unit: "grapheme", minLength: 1 }));
  const tables = fc.tuple(
    fc.constantFrom(",", ";", "\t"),
    fc.array(fc.record({ a: text, b: text.map((rest) => `x${rest}`) })),
  );
  fc.assert(
    fc.property(tables, ([delimiter, rows]) => {
      const table = { columns: ["a", "b"], delimiter };
      const found = readBytes(byteOrderMark + csvOf(rows, table, true));
      expect(found).toMatchObject(table);
      expect(found.lines.map(({ cells }) => cells)).toEqual(rows);
    }),
    { numRuns: 300 },
  );
});

it.each([
  ["=1+1", "'=1+1"],
  ["-2+cmd", "'-2+cmd"],
  ["@x", "'@x"],
  ["\tx", '"\'\tx"'],
  ["'=1", "''=1"],
  ["it's", "it's"],
  [-2, "-2"],
  [false, "false"],
])("writes %j so that no spreadsheet calculates it", (value, cell) => {
  expect(csvOf([{ a: value }], { columns: ["a"] })).toBe(`${cell}\n`);
});

it.each([",", ";", "\t"])("quotes a cell with any separator, in a file with %j", (delimiter) => {
  const cells = ["x,=1", "x;=1", "x\t=1"];
  const columns = ["a", "b", "c"];
  const [a, b, c] = cells;
  expect(csvOf([{ a, b, c }], { columns, delimiter })).toBe(
    `${cells.map((cell) => `"${cell}"`).join(delimiter)}\n`,
  );
});

const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();
it.each([
  ["UTF-8 with commas", "code,näme\n007,Ä\n\n"],
  [
    "UTF-8 with its mark, semicolons, and empty lines at the end",
    "\uFEFFcode;näme\r\n007;Ä\r\n;\r\n",
  ],
  ["UTF-16 with tabs", Buffer.from('\uFEFFcode\tnäme\r\n 007 \t"Ä"\r\n', "utf16le")],
  ["UTF-16 without its mark", Buffer.from("code;näme\n007;Ä", "utf16le")],
  ["UTF-16 of big endian", utf16be("\uFEFFcode,näme\n007,Ä\n")],
])("reads %s, and leaves the zeros before a number", (_, bytes) => {
  const { columns, lines } = readBytes(bytes);
  expect(columns).toEqual(["code", "näme"]);
  expect(lines).toEqual([{ line: 2, cells: { code: "007", näme: "Ä" } }]);
});

it("refuses another encoding, and a line with too few cells", () => {
  expect(() => readBytes(Buffer.from("code,näme\n1,2\n", "latin1"))).toThrow(
    /neither UTF-8 nor UTF-16/,
  );
  expect(() => readBytes("a,b\n1\n")).toThrow(/expect 2, got 1 on line 2/);
});

it("refuses a heading that comes twice, by name", () => {
  expect(() => readBytes("zongpai;zongpai;location\n1;2;3\n")).toThrow(
    /table\.csv cannot be read: the heading "zongpai" comes twice/,
  );
  expect(readBytes("a,,\n1,,\n").columns).toEqual(["a", "", ""]);
});

it("writes into a new file alone, never over one that is there", async () => {
  const file = join(folder, "new.csv");
  const { write, close } = await openRowWriter(file, ["a"]);
  await write([{ a: "=1" }]);
  await close();
  await expect(openRowWriter(file, ["a"])).rejects.toThrow(
    /new\.csv exists already: name a new file/,
  );
  expect(readFileSync(file, "utf8")).toBe(`${byteOrderMark}a\n'=1\n`);
});
