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

it("refuses another encoding", () => {
  expect(() => readBytes(Buffer.from("code,näme\n1,2\n", "latin1"))).toThrow(
    /neither UTF-8 nor UTF-16/,
  );
});

const rowsIn = (bytes: string | Uint8Array) =>
  readBytes(bytes).lines.map(({ cells }) => Object.values(cells));

it.each([
  [
    "the last cell",
    "a;b;c\n1;2\n;;3\n1;2;\n",
    [
      ["1", "2", ""],
      ["", "", "3"],
      ["1", "2", ""],
    ],
  ],
  ["all cells but one", "a\tb\tc\r\n1\r\n", [["1", "", ""]]],
  ["a cell of the last line, without its end", 'a,b\n"1,2"', [["1,2", ""]]],
])("reads a line that lacks %s as one with empty cells", (_, text, rows) => {
  expect(rowsIn(text)).toEqual(rows);
});

it.each([
  ["of a longer line", "a;b\n1;2;;\n1;2\n"],
  ["of a longer first line", "a;b;;\n1;2\n1;2;;\n"],
  ["with blanks", "a,b,\n1,2, \n1,2,  ,\n"],
])("ignores empty cells behind the last heading: %s", (_, text) => {
  const { columns, lines } = readBytes(text);
  expect(columns).toEqual(["a", "b"]);
  const cells = { a: "1", b: "2" };
  expect(lines).toEqual([
    { line: 2, cells },
    { line: 3, cells },
  ]);
});

it.each([
  ["a;b\n1;2\n1;2;x\n", "x"],
  ["a,b,,\n1,2\n1,2,,x\n", "x"],
  ['a\tb\n1\t2\n1\t2\t\t="7"\n', "7"],
])("keeps a filled cell behind the last heading apart: %j", (text, extra) => {
  const cells = { a: "1", b: "2" };
  expect(readBytes(text).lines).toEqual([
    { line: 2, cells },
    { line: 3, cells, extra },
  ]);
});

it.each([
  ["an inch sign", 'a,b\n1,Bracket 5" steel\n', 'Bracket 5" steel'],
  ["at the end of a cell", "a;b\r\n1;5' 6\"\r\n", "5' 6\""],
  ["two of them", 'a\tb\n1\tthe "big" one\n', 'the "big" one'],
  ["doubled in a quoted cell", 'a,b\n1,"5"" steel"\n', '5" steel'],
])("reads a quote inside a cell as a character: %s", (_, text, cell) => {
  expect(rowsIn(text)).toEqual([["1", cell]]);
});

it.each(['a,b\n1,"open\n2,x\n', 'a,b\n1,"5" steel\n', 'a,b\n1,"5"x,\n'])(
  "refuses a quoted cell that does not end with its quote: %j",
  (text) => expect(() => readBytes(text)).toThrow(/cannot be read: .*(?:Quote|quote)/),
);

it.each([
  ['="PO20-1"', "PO20-1"],
  ['"=""007"""', "007"],
  ['="5"" pipe"', '5" pipe'],
  ['=""', ""],
  ['"=1+1"', "=1+1"],
  ['="a"&"b"', '="a"&"b"'],
])("reads %s as the text that it forces", (cell, text) => {
  expect(rowsIn(`="a";b\nx;${cell}\n`)).toEqual([["x", text]]);
  expect(readBytes(`="a";b\nx;${cell}\n`).columns).toEqual(["a", "b"]);
});

it.each([
  ["sep=;\na;b,c,d\n1;2\n", ";"],
  ["\uFEFFsep=,\r\na,b;c;d\r\n1,2\r\n", ","],
  ['"sep=;"\na;b,c,d\n1;2\n', ";"],
  ["SEP=;;;\na;b,c,d\n1;2\n", ";"],
  [Buffer.from("\uFEFFsep=\t\r\na\tb,c,d\r\n1\t2\r\n", "utf16le"), "\t"],
])("obeys a first line that names the separator: %j", (bytes, delimiter) => {
  const table = readBytes(bytes);
  expect([table.columns.length, table.delimiter]).toEqual([2, delimiter]);
  expect(table.lines).toMatchObject([{ line: 3, cells: { a: "1" } }]);
});

it("reads a rare separator, and names one that reads the list again", () => {
  const table = readBytes("sep=|\na|b\n1|2\n");
  expect(table).toMatchObject({ columns: ["a", "b"], delimiter: ",", lines: [{ line: 3 }] });
});

it("refuses a heading that comes twice, whatever its case and the blanks around it", () => {
  expect(() => readBytes("zongpai;zongpai;location\n1;2;3\n")).toThrow(
    /table\.csv cannot be read: the heading "zongpai" comes twice/,
  );
  expect(() => readBytes('Zongpai,x,"zongpai "\n1,2,3\n')).toThrow(
    /the headings "Zongpai" and "zongpai" differ only in case/,
  );
  expect(readBytes("a,,b,,\n1,,2,,\n").columns).toEqual(["a", "", "b"]);
});

it("writes a number with three decimals so that it cannot mean thousands", async () => {
  const file = join(folder, "decimals.csv");
  const { write, close } = await openRowWriter(file, ["a"]);
  await write([{ a: 1.125 }, { a: 1.25 }, { a: 1000 }, { a: "1.125" }]);
  await close();
  const cells = readCsvFile(file).lines.map((line) => line.cells.a);
  expect(cells).toEqual(["1.1250", "1.25", "1000", "1.125"]);
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
