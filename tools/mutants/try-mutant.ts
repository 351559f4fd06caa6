import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { BaseSequencer, createVitest, type Reporter, type TestSpecification } from "vitest/node";
import { makeScratchFolder } from "../../commands/cli/scratch-folder.ts";
import { nameOfTest } from "../../commands/cli/test-name.ts";
import type { Mutant } from "./mutants.ts";

/** The tests that fail first when a rule of a folder is broken. */
const nearestTests: Readonly<Record<string, string[]>> = {
  "frontend/labels/": ["frontend/scanner/test/scan", "test/site"],
  "frontend/scanner/src/client/": ["frontend/scanner/test/client"],
  "frontend/scanner/src/": ["frontend/scanner/test/scan", "frontend/scanner/test/client"],
  "lib/store/": ["test/store", "test/endpoint"],
  "lib/gate/": ["test/variant", "test/infra"],
  "lib/erp/": ["test/erp"],
  "lib/openapi/": ["test/openapi"],
  "lib/site/": ["test/site"],
  "lib/page/": ["frontend/pages/test", "test/site"],
  "commands/import/": ["test/commands/import", "test/commands/rehearse"],
  "infra/stack/": ["test/infra"],
  "lib/": ["test/domain", "test/http", "test/endpoint"],
};

/** Most mutants fail in the test file of the same name, or in a short one. */
const likeliestFirst = (nameOfMutant: () => string) =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]) {
      const shortestFirst = (await super.sort(files)).toReversed();
      const isNamesake = ({ moduleId }: TestSpecification) =>
        basename(moduleId).startsWith(`${nameOfMutant()}.`);
      const { namesakes = [], others = [] } = Object.groupBy(shortestFirst, (file) =>
        isNamesake(file) ? "namesakes" : "others",
      );
      return [...namesakes, ...others];
    }
  };

/** Without a mutant the tests need far less. */
const limitMs = 300_000;

/** A copy of the project: a mutant changes no file of the author. Vitest stays open, and reads only the mutant again. */
export const openCopy = async (root: string) => {
  const { folder } = makeScratchFolder("mutants");
  const isCopied = (path: string) => ![".git", "node_modules"].includes(basename(path));
  cpSync(root, folder, { recursive: true, filter: isCopied });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  process.chdir(folder);
  process.env.NODE_ENV = "test";

  let hasPassed = false;
  let failedTest = "";
  let nameOfMutant = "";
  const stop = () => {
    void vitest.cancelCurrentRun("test-failure");
    // The second call also ends a test that does not end by itself.
    void vitest.cancelCurrentRun("test-failure");
  };
  const stopAtFailure: Reporter = {
    onTestCaseResult: (test) => {
      if (test.result().state !== "failed") return;
      failedTest = nameOfTest(test);
      stop();
    },
    onTestRunEnd: (_modules, errors, reason) => {
      hasPassed = reason === "passed" && errors.length === 0;
    },
  };
  const vitest = await createVitest("test", {
    watch: false,
    project: ["!* long", "!* slow"],
    reporters: [stopAtFailure],
    sequence: { sequencer: likeliestFirst(() => nameOfMutant) },
  });

  /** Whether the short tests in these folders pass; `related`: only those that import this file. */
  const doTestsPass = async (folders: string[], related?: string): Promise<boolean> => {
    vitest.config.related = related ? [join(folder, related)] : undefined;
    const tests = await vitest.getRelevantTestSpecifications(folders);
    const timer = setTimeout(stop, limitMs);
    await vitest.runTestSpecifications(tests);
    clearTimeout(timer);
    return hasPassed;
  };
  const write = (file: string, text: string) => {
    writeFileSync(join(folder, file), text);
    vitest.invalidateFile(join(folder, file));
  };
  /** Whether the short tests pass with the mutant: the nearest ones, then all that import its file. */
  const survives = async ({ file, source, mutated }: Mutant): Promise<boolean> => {
    const [start = ""] = Object.keys(nearestTests).filter((start) => file.startsWith(start));
    write(file, mutated);
    nameOfMutant = basename(file, ".ts");
    const survived =
      (await doTestsPass(nearestTests[start] ?? [])) && (await doTestsPass([], file));
    write(file, source);
    return survived;
  };
  return { doTestsPass, survives, lastFailedTest: () => failedTest };
};
