import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes a temporary folder. It is removed by `remove`, or at the end of the process. */
export const makeScratchFolder = (
  name: string,
): { readonly folder: string; readonly remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  const remove = () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // Windows does not remove files that this process has open.
    }
  };
  process.once("exit", remove);
  return { folder, remove };
};
