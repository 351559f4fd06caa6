import { hash, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import * as z from "zod";
import { writeAtomically } from "#infra/atomic-file.ts";
import { usageError } from "#infra/usage-error.ts";
import { runNamePattern } from "../cli/command.ts";
import { readCsvFile } from "../csv/read.ts";

/** The run of a file's last import, and the SHA-256 of the list at that time. */
const RunNote = z.object({
  run: z.string().regex(runNamePattern),
  content: z.string().regex(/^[0-9a-f]{64}$/),
});
export type RunNote = z.infer<typeof RunNote>;

/**
 * The SHA-256 of a list: its headings and cells, not its bytes. A spreadsheet that saves the same list with other separators, line ends or
 * another encoding does not change what it asks for.
 */
export const contentOf = (
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string>>[],
): string => {
  const cells = rows.map((row) => columns.map((column) => row[column]));
  return hash("sha256", JSON.stringify([columns, ...cells]));
};

/** A new name of a run. */
export const newRun = (): string => randomBytes(8).toString("hex");

/**
 * The run of a list. The list that was noted goes on in its run. Another list is a new run, even if it was imported before: lists A, B, A
 * would otherwise end as B. A file without a note has a run that is made of its list, so that the list counts once under any name.
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

/**
 * Reads the note of a file; `undefined` if there is none.
 * @throws UsageError if it does not name the list of its run
 */
export const readRunNote = (file: string, note: string): RunNote | undefined => {
  if (!existsSync(note)) return undefined;
  const text = readFileSync(note, "utf8").trim();
  const { data } = RunNote.safeParse(jsonOf(text));
  if (data) return data;
  // Version 0.2.0 noted the name alone. A guess could skip the lines of another list, or record those of a broken run twice.
  if (runNamePattern.test(text))
    throw usageError(
      `${note} is from version 0.2.0, and does not name the list of the run ${text}. If ${file} is still that list, add --run ${text}. If it is another list, delete ${note}.`,
    );
  throw usageError(
    `${note} is empty or not whole, so the run of the last import is unknown. Name it with --run <name>, or delete ${note}: lines that this run recorded may then be recorded again.`,
  );
};

export const writeRunNote = (note: string, run: RunNote): void =>
  writeAtomically(note, `${JSON.stringify(run, undefined, 2)}\n`);

/**
 * Reads the file again, because a spreadsheet may have been saving it.
 * @throws UsageError if the list is not the one that was read before
 */
export const requireUnchanged = (file: string, content: string): void => {
  const { columns, lines } = readCsvFile(file);
  const cells = lines.map((line) => line.cells);
  if (contentOf(columns, cells) !== content)
    throw usageError(`${file} has changed since it was read. Nothing is recorded.`);
};
