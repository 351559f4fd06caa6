import { rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readCsvFile } from "../../commands/csv/read.ts";
import { headingsOf, jobsOf } from "../../commands/import/import-jobs.ts";
import {
  contentOf,
  newRun,
  type RunNote,
  readRunNote,
  requireUnchanged,
  runOf,
  writeRunNote,
} from "../../commands/import/run-note.ts";
import { byteOrderMark } from "../../frontend/pages/src/shared/csv.ts";
import demo from "../../sites/demo.ts";
import { newFolder } from "../support/folder.ts";

const folder = newFolder();
const file = join(folder, "list.csv");
const contentIn = (bytes: string | Uint8Array) => {
  writeFileSync(file, bytes);
  const { columns, lines } = readCsvFile(file);
  return contentOf(
    columns,
    lines.map(({ cells }) => cells),
  );
};

const columns = ["zongpai", "category", "quantity"];
/** Configured quantities by goods. */
type ListRow = Readonly<Record<string, string>>;
const rowsOf = (list: ListRow) =>
  Object.entries(list).map(([zongpai, quantity]) => ({ zongpai, category: "CABLE", quantity }));

/** A service that records each key once, and files that are imported into it. */
const warehouse = () => {
  const keys = new Set<string>();
  const notes = new Map<string, RunNote>();
  const stored: Record<string, string> = {};
  const importFile = (name: string, list: ListRow) => {
    const rows = rowsOf(list);
    const content = contentOf(columns, rows);
    const run = runOf(content, notes.get(name));
    notes.set(name, { run, content });
    const lines = rows.map((cells, at) => ({ line: at + 2, cells }));
    const headings = headingsOf("attachments", columns, new Map(), demo);
    const fresh = jobsOf("attachments", lines, headings, run, demo).filter(
      ({ key }) => !keys.has(key),
    );
    for (const { key, zongpai } of fresh) {
      keys.add(key);
      stored[zongpai] = list[zongpai] ?? "";
    }
    return fresh.length;
  };
  return { stored, importFile };
};

const quantity = fc.constantFrom("1", "2");
const list = fc.record({ "PO1-1": quantity, "PO1-2": quantity });

it("ends as the last of any lists that are imported under one name", () => {
  fc.assert(
    fc.property(fc.array(list), (lists) => {
      const { stored, importFile } = warehouse();
      for (const one of lists) {
        importFile("list.csv", one);
        expect(stored).toEqual(one);
      }
    }),
  );
});

it("records a changed list whole and the same list once, among other files", () => {
  const imports = fc.array(fc.record({ name: fc.constantFrom("a.csv", "b.csv", "c.csv"), list }));
  fc.assert(
    fc.property(imports, (all) => {
      const { importFile } = warehouse();
      const last = new Map<string, string>();
      for (const { name, list: one } of all) {
        const [before, now] = [last.get(name), JSON.stringify(one)];
        last.set(name, now);
        const recorded = importFile(name, one);
        if (before !== undefined) expect(recorded).toBe(before === now ? 0 : 2);
      }
    }),
  );
});

it("records a list once under two names", () => {
  const { importFile } = warehouse();
  const one = { "PO1-1": "1", "PO1-2": "2" };
  expect([importFile("list.csv", one), importFile("copy.csv", one)]).toEqual([2, 0]);
});

it("knows a list however a spreadsheet saves it, and each change of it", () => {
  const text = "zongpai,location\nPO1-1,L1\nPO1-2,=L2\n";
  const same = [
    `${byteOrderMark}${text}`,
    'zongpai;location\r\n\r\n"PO1-1";L1 \r\nPO1-2;\'=L2\r\n',
    Buffer.from(byteOrderMark + text.replaceAll(",", "\t"), "utf16le"),
  ];
  for (const bytes of same) expect(contentIn(bytes)).toBe(contentIn(text));
  const others = [
    text.replace("L1", "L3"),
    text.replace("location", "category"),
    text.replace("PO1-1,L1\nPO1-2,=L2", "PO1-2,=L2\nPO1-1,L1"),
    `${text}PO1-2,=L2\n`,
  ];
  expect(new Set([text, ...others].map(contentIn)).size).toBe(1 + others.length);
});

it("refuses a file that changed since it was read, with equal size and time", () => {
  const content = contentIn("zongpai,location\nPO1-1,L1\n");
  const { atime, mtime } = statSync(file);
  expect(() => requireUnchanged(file, content)).not.toThrow();
  writeFileSync(file, "zongpai,location\nPO1-1,L2\n");
  utimesSync(file, atime, mtime);
  expect(() => requireUnchanged(file, content)).toThrow(/has changed since it was read/);
  rmSync(file);
  expect(() => requireUnchanged(file, content)).toThrow(/cannot be read/);
});

it("reads its own note, and refuses a note that names no list", () => {
  const note = join(folder, "list.csv.run");
  expect(readRunNote(note)).toBeUndefined();
  writeRunNote(note, { run: newRun(), content: contentIn("zongpai\nPO1-1\n") });
  expect(readRunNote(note)?.run).toMatch(/^[0-9a-f]{16}$/);
  const written = { run: "again", content: contentIn("zongpai,location\nPO1-1,L1\n") };
  writeRunNote(note, written);
  expect(readRunNote(note)).toEqual(written);
  for (const [text, sentence] of [
    ["", /list\.csv\.run is empty or not whole/],
    ['{"run":"again"}', /empty or not whole/],
    ["again\n", /empty or not whole.* Name it with --run/],
  ] as const) {
    writeFileSync(note, text);
    expect(() => readRunNote(note)).toThrow(sentence);
  }
});
