import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, inject } from "vitest";
import type { SentByFile } from "./permissions.ts";
import { siteName } from "./site.ts";

const folder = inject("sentCommands");
const file = relative(process.cwd(), expect.getState().testPath ?? "");
// The store's suites send commands of their own, and over HTTP the functions are in another process.
const wanted = /^test\/(endpoint|variant)\//.test(file) && process.env.TEST_TRANSPORT !== "http";

/** Leaves what this file of the endpoint suite sent for the tests that come after all others. */
export const leaveNote = (permissions: SentByFile["permissions"]): void => {
  if (!folder || !wanted) return;
  const note = { file, site: siteName, permissions } satisfies SentByFile;
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(note));
};

// Runs before each file: one that sends nothing, or has nothing to test on this site, was there all the same.
leaveNote({});
