import { randomBytes } from "node:crypto";
import { appendFileSync, closeSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";

type FileCreation = {
  readonly mode?: number;
  /** It fails with EEXIST if the file exists. */
  readonly isNew?: boolean;
};

/**
 * Opens a file that is replaced in one step: text goes to a temporary file in the same folder, and `commit` renames it. After a failure, or
 * when the process exits first, the old file is whole and the temporary one is removed.
 * @throws Error of the file system
 */
export const openAtomically = (
  file: string,
  { mode = 0o666, isNew = false }: FileCreation = {},
) => {
  // The name is taken now, because a file that another process makes meanwhile would be replaced.
  if (isNew) closeSync(openSync(file, "wx", mode));
  const temporary = `${file}.${randomBytes(4).toString("hex")}.tmp`;
  const discard = () => {
    process.off("exit", discard);
    rmSync(temporary, { force: true });
    if (isNew) rmSync(file, { force: true });
  };
  const orDiscard = (step: () => void) => {
    try {
      step();
    } catch (error) {
      discard();
      throw error;
    }
  };
  process.once("exit", discard);
  orDiscard(() => writeFileSync(temporary, "", { mode, flag: "wx" }));
  return {
    append: (text: string | Uint8Array) => orDiscard(() => appendFileSync(temporary, text)),
    commit: () =>
      orDiscard(() => {
        // A power failure could otherwise leave the name on an empty file.
        appendFileSync(temporary, "", { flush: true });
        renameSync(temporary, file);
        process.off("exit", discard);
      }),
  };
};

/**
 * Writes a file in one step: if it fails, the old file is whole and no other is left.
 * @throws Error of the file system
 */
export const writeAtomically = (
  file: string,
  text: string | Uint8Array,
  creation?: FileCreation,
): void => {
  const { append, commit } = openAtomically(file, creation);
  append(text);
  commit();
};
