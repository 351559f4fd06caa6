import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readCsvFile } from "../../commands/csv/read.ts";
import { headingsOf, jobsOf } from "../../commands/import/import-jobs.ts";
import { writeRefusedLines } from "../../commands/import/refused-file.ts";
import { contentOf, readRunNote } from "../../commands/import/run-note.ts";
import demo from "../../sites/demo.ts";
import { newFolder } from "../support/folder.ts";

it("refused lines of a list keep its columns, with one pair of reasons", () => {
  const file = join(newFolder(), "list.csv");
  writeFileSync(file, "zongpai;location;message\nPO1-1;L1-A-1;old\nPO1-2;L1-A-2;old\n");
  const table = readCsvFile(file);
  const headings = headingsOf("places", table.columns, new Map(), demo);
  const [, job] = jobsOf("places", table.lines, headings, "run", demo);
  const refusal = { error_code: "INVALID_LOCATION", message: "no such shelf" };
  const { count, refusedFile } = writeRefusedLines(file, table, job ? [{ job, refusal }] : []);
  expect(count).toBe(1);
  const written = readCsvFile(refusedFile);
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
