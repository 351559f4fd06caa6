import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, expect, it } from "vitest";
import { openAtomically, writeAtomically } from "#infra/atomic-file.ts";
import { newFolder } from "../support/folder.ts";

let testFolder = "";
beforeEach(() => {
  testFolder = newFolder();
});
const inFolder = (name: string) => join(testFolder, name);

it("replaces a file in one step", () => {
  writeFileSync(inFolder("a"), "old");
  const { append, commit } = openAtomically(inFolder("a"));
  append("new ");
  append("text");
  expect(readFileSync(inFolder("a"), "utf8")).toBe("old");
  commit();
  expect(readFileSync(inFolder("a"), "utf8")).toBe("new text");
  expect(readdirSync(testFolder)).toEqual(["a"]);
});

it("makes a new file for its owner alone, and never replaces one", () => {
  const creation = { mode: 0o600, isNew: true };
  writeAtomically(inFolder("keys"), "first", creation);
  expect(() => writeAtomically(inFolder("keys"), "second", creation)).toThrow("EEXIST");
  expect(readFileSync(inFolder("keys"), "utf8")).toBe("first");
  if (process.platform !== "win32") expect(statSync(inFolder("keys")).mode & 0o077).toBe(0);
});

it("leaves no temporary file when it cannot rename", () => {
  mkdirSync(inFolder("a/b"), { recursive: true });
  expect(() => writeAtomically(inFolder("a"), "text")).toThrow();
  expect(readdirSync(testFolder)).toEqual(["a"]);
});

/** Runs a script in a process whose files are limited to 1 kB. */
const runScript = (script: string) => {
  const module = JSON.stringify(new URL("../../infra/atomic-file.ts", import.meta.url));
  const text = `import { openAtomically, writeAtomically } from ${module}; ${script}`;
  const args = [process.execPath, "--input-type=module", "-e", text];
  return promisify(execFile)("sh", ["-c", 'ulimit -f 1; exec "$@"', "sh", ...args], {
    cwd: testFolder,
  });
};

it.skipIf(process.platform === "win32")(
  "leaves the old file whole when the disk takes no more",
  async () => {
    writeFileSync(inFolder("list"), "old");
    const long = '"x".repeat(10_000)';
    await expect(runScript(`writeAtomically("list", ${long});`)).rejects.toThrow("EFBIG");
    await expect(runScript(`writeAtomically("new", ${long}, { isNew: true });`)).rejects.toThrow(
      "EFBIG",
    );
    expect(readdirSync(testFolder)).toEqual(["list"]);
    expect(readFileSync(inFolder("list"), "utf8")).toBe("old");
  },
);

it.skipIf(process.platform === "win32")("leaves nothing when the process exits first", async () => {
  await runScript('openAtomically("new", { isNew: true }).append("text"); process.exit(0);');
  expect(readdirSync(testFolder)).toEqual([]);
});
