import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { holdDataDir } from "#infra/local/data-dir.ts";

const folder = mkdtempSync(join(tmpdir(), "data-dir-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a data directory that the stage makes is ignored by git, and so by the linter; one that was there is left as it is", () => {
  const [made, there] = [join(folder, "made"), join(folder, "there")];
  mkdirSync(there);
  for (const dataDir of [made, there]) holdDataDir(dataDir).release();
  expect(readFileSync(join(made, ".gitignore"), "utf8")).toBe("*\n");
  expect(existsSync(join(there, ".gitignore"))).toBe(false);
});
