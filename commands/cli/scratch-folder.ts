import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes a temporary folder. `remove` removes it, at the latest at the end of the process. */
export const makeScratchFolder = (
  name: string,
): { readonly folder: string; readonly remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  const remove = () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // Windows removes no file that this process has open.
    }
  };
  process.once("exit", remove);
  return { folder, remove };
};
