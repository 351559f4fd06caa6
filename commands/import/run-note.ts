import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import * as z from "zod";
import { writeAtomically } from "#infra/atomic-file.ts";
import { usageError } from "#infra/usage-error.ts";
import { runNamePattern } from "../cli/command.ts";
import { readCsvLines } from "../csv/read.ts";

/** The run of a file's last import, and the SHA-256 of the list at that time. */
const RunNote = z.object({
  run: z.string().regex(runNamePattern),
  content: z.string().regex(/^[0-9a-f]{64}$/),
});
export type RunNote = z.infer<typeof RunNote>;

type Cells = Readonly<Record<string, string>>;

/** Makes a hash of a list row by row: that of the JSON of an array with the headings and the rows. */
const contentHash = () => {
  const digest = createHash("sha256");
  let isEmpty = true;
  const add = (cells: readonly (string | undefined)[]) => {
    digest.update(`${isEmpty ? "[" : ","}${JSON.stringify(cells)}`);
    isEmpty = false;
  };
  return { add, end: () => digest.update("]").digest("hex") };
};

/**
 * The SHA-256 of a list's headings and cells, not of its bytes. It stays the same if a spreadsheet saves the list with other separators,
 * line ends or another encoding.
 */
export const contentOf = (columns: readonly string[], rows: Iterable<Cells>): string => {
  const { add, end } = contentHash();
  add(columns);
  for (const row of rows) add(columns.map((column) => row[column]));
  return end();
};

/** `contentOf` for a file, of which it keeps no line. */
const contentIn = (file: string): string => {
  const { add, end } = contentHash();
  let isFirst = true;
  const { columns } = readCsvLines(file, ({ cells }, headings) => {
    if (isFirst) add(headings);
    isFirst = false;
    add(headings.map((heading) => cells[heading]));
  });
  if (isFirst) add(columns);
  return end();
};

/** Makes a name for a new run. */
export const newRun = (): string => randomBytes(8).toString("hex");

/**
 * The run of a list. If the note is for the same list, its run continues. Another list gets a new run, even if it was imported before:
 * otherwise, importing A, B and A again would end as B. Without a note, the run is made from the list, so that the list counts once under
 * any file name.
 */
export const runOf = (content: string, noted: RunNote | undefined): string => {
  if (noted?.content === content) return noted.run;
  return noted ? newRun() : content.slice(0, 16);
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Reads the note of a list; `undefined` if there is none. @throws UsageError if the note does not identify the list of its run */
export const readRunNote = (note: string): RunNote | undefined => {
  if (!existsSync(note)) return undefined;
  const text = readFileSync(note, "utf8").trim();
  const { data } = RunNote.safeParse(jsonOf(text));
  if (data) return data;
  throw usageError(
    `${note} is empty or not whole, so the run of the last import is unknown. Name it with --run <name>, or delete ${note}: lines that this run recorded may then be recorded again.`,
  );
};

export const writeRunNote = (note: string, run: RunNote): void =>
  writeAtomically(note, `${JSON.stringify(run, undefined, 2)}\n`);

/** Reads the file again, because a spreadsheet may have been saving it. @throws UsageError if the list has changed since it was read */
export const requireUnchanged = (file: string, content: string): void => {
  if (contentIn(file) !== content)
    throw usageError(`${file} has changed since it was read. Nothing is recorded.`);
};
