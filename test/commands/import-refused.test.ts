import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readCsvFile } from "../../commands/csv/read.ts";
import { headingsOf, jobsOf } from "../../commands/import/import-jobs.ts";
import { writeRefusedLines } from "../../commands/import/refused-file.ts";
import { contentOf, readRunNote } from "../../commands/import/run-note.ts";
import demo from "../../sites/demo.ts";
import { newFolder } from "../support/folder.ts";

/** Refuses lines of a list of places, written to a file, and returns what was written for them. */
const refuseLines = (text: string, refusedLines: readonly number[]) => {
  const file = join(newFolder(), "list.csv");
  writeFileSync(file, text);
  const table = readCsvFile(file);
  const headings = headingsOf("places", table.columns, new Map(), demo);
  const jobs = jobsOf("places", table.lines, headings, "run", demo);
  const refused = jobs
    .filter(({ lines }) => lines.some(({ line }) => refusedLines.includes(line)))
    .map((job) => ({ job, refusal }));
  const { count, refusedFile } = writeRefusedLines(file, table, refused);
  return { count, refusedFile, written: readCsvFile(refusedFile) };
};
const refusal = { error_code: "INVALID_LOCATION", message: "no such shelf" };

it("refused lines of a list keep its columns, with one pair of reasons", () => {
  const { count, refusedFile, written } = refuseLines(
    "zongpai;location;message\nPO1-1;L1-A-1;old\nPO1-2;L1-A-2;old\n",
    [3],
  );
  expect(count).toBe(1);
  const cells = written.lines.map((line) => line.cells);
  expect(readRunNote(`${refusedFile}.run`)?.content).toEqual(contentOf(written.columns, cells));
  expect(written).toMatchObject({
    columns: ["zongpai", "location", "error_code", "message"],
    lines: [
      {
        cells: {
          ...{ zongpai: "PO1-2", location: "L1-A-2" },
          ...{ error_code: "INVALID_LOCATION", message: "no such shelf" },
        },
      },
    ],
  });
});

it("a refused line keeps a cell without a heading, and the others have none", () => {
  const { written } = refuseLines("zongpai,location\nPO1-1,L1-A-1,extra\nPO1-2,L1-A-2\n", [2, 3]);
  expect(written.lines.map(({ extra }) => extra)).toEqual(["extra", undefined]);
});
