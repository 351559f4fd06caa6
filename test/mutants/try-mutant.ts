import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Mutant } from "./mutants.ts";
import { applyMutation } from "./mutations.ts";

/** Copies the files that git knows, so that mutants change no file of the author. */
export const copyProject = (root: string, folder: string): void => {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root });
  for (const file of listed.toString().trim().split("\n")) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
};

/** The tests that fail first when a rule of a folder is broken. */
const nearestTests: readonly (readonly [folder: string, tests: readonly string[]])[] = [
  ["scanner/client/", ["test/client"]],
  ["scanner/", ["test/scan", "test/client"]],
  ["lib/store/", ["test/store", "test/endpoint"]],
  ["lib/gate/", ["test/variant", "test/infra"]],
  ["lib/erp/", ["test/erp"]],
  ["lib/", ["test/domain", "test/http", "test/endpoint"]],
];

/** Only a mutant that loops without end needs so long. */
const limitMs = 300_000;

/** Whether these short tests pass. */
const doTestsPass = (folder: string, args: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const vitest = join(folder, "node_modules/vitest/vitest.mjs");
    const short = ["--run", "--bail=1", "--reporter=dot", "--project=!* long", "--project=!* slow"];
    const options = { cwd: folder, timeout: limitMs, killSignal: "SIGKILL" } as const;
    execFile(process.execPath, [vitest, ...args, ...short], options, (error) =>
      resolve(error === null),
    );
  });

/** Whether a test notices the mutant: first the nearest tests run, then all short tests that reach its file. */
export const isNoticed = async (folder: string, mutant: Mutant): Promise<boolean> => {
  const path = join(folder, mutant.file);
  const source = readFileSync(path, "utf8");
  const [, nearest = []] = nearestTests.find(([start]) => mutant.file.startsWith(start)) ?? [];
  rmSync(path);
  writeFileSync(path, applyMutation(source, mutant));
  try {
    if (!(await doTestsPass(folder, ["run", ...nearest]))) return true;
    return !(await doTestsPass(folder, ["related", mutant.file]));
  } finally {
    writeFileSync(path, source);
  }
};

/** Whether all short tests pass without a mutant: otherwise each mutant would count as noticed. */
export const isSound = (folder: string): Promise<boolean> => doTestsPass(folder, ["run"]);
