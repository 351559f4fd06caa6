import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder where each file of the endpoint suite leaves the commands that it sent; none when only some of its tests run. */
    sentCommands: string | undefined;
  }
}

/** One folder for the whole run. Tests that were chosen by their names tell nothing of what the others would have sent. */
export default ({ config, provide }: TestProject) => {
  if (config.testNamePattern) return provide("sentCommands", undefined);
  const folder = mkdtempSync(join(tmpdir(), "warehouse-sent-"));
  provide("sentCommands", folder);
  return () => rmSync(folder, { recursive: true, force: true });
};
