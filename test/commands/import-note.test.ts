import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readCsvFile } from "../../commands/csv/read.ts";
import { headingsOf, jobsOf } from "../../commands/import/import-jobs.ts";
import { contentOf, readRunNote, runOf } from "../../commands/import/run-note.ts";
import demo from "../../sites/demo.ts";
import { newFolder } from "../support/folder.ts";

// A list, the note that 0.3.0 (f5d4162c) wrote of its import, and the keys of its lines. Never change them.
const list = "zongpai,location\nPO1-1,L1-A-3\nPO1-2,L1-A-4\n";
const noteText = `{
  "run": "ee363b5d3790457d",
  "content": "048a68d19be053f85ee1672efeecef397c98266bd69009b1d3e64a664b0ae8a3"
}
`;
const keys = [
  "import-ee363b5d3790457d-27e2fb88d8f410d1be8145a1fcc1d40c",
  "import-ee363b5d3790457d-543f67a9a2726072c72e3514e98c1393",
];

const file = join(newFolder(), "list.csv");
const note = `${file}.run`;

/** The run of a list and the keys of its lines, with a note beside it. */
const runWith = (listText: string, text: string) => {
  writeFileSync(file, listText);
  writeFileSync(note, text);
  const { columns, lines } = readCsvFile(file);
  const cells = lines.map((line) => line.cells);
  const run = runOf(contentOf(columns, cells), readRunNote(note));
  const jobs = jobsOf("places", lines, headingsOf("places", columns, new Map(), demo), run, demo);
  return { run, keys: jobs.map(({ key }) => key) };
};

it("a note of 0.3.0 continues its run, with the same keys", () => {
  expect(runWith(list, noteText)).toEqual({ run: "ee363b5d3790457d", keys });
});

it("a note of 0.3.0 for another list begins a new run", () => {
  const other = runWith(`${list}PO1-3,L1-A-5\n`, noteText);
  expect(other.run).toMatch(/^[0-9a-f]{16}$/);
  expect(other.keys.filter((key) => keys.includes(key))).toEqual([]);
});

it.each(["mi2k4x9a", "12345678"])("a note of 0.2.0 is refused: %s", (run) => {
  expect(() => runWith(list, `${run}\n`)).toThrow(
    /list\.csv\.run is empty or not whole, so the run of the last import is unknown\. Name it/,
  );
});

it("a line that comes twice in a list is sent under two keys", () => {
  const { keys: twice } = runWith("zongpai,location\nPO1-1,L1-A-1\nPO1-1,L1-A-1\n", noteText);
  expect(new Set(twice).size).toBe(2);
});
