import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/**
 * Copies a SQLite database into a form that a function can read: one file, including what is only in the original's journal, in a mode that
 * needs no other file, because nothing can be written in a function's folder. The same rows give the same bytes.
 */
export const copyErp = (from: string, to: string): void => {
  const database = new DatabaseSync(from, { readOnly: true });
  try {
    rmSync(to, { force: true });
    database.prepare("VACUUM INTO ?").run(to);
  } finally {
    database.close();
  }
};
