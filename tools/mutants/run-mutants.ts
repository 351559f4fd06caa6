import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createCommand, runCommandLine, wholeNumberParser } from "../../commands/cli/command.ts";
import { showProgress } from "../../commands/cli/output.ts";
import { type Mutant, mutantsOf } from "./mutants.ts";
import { openCopy } from "./try-mutant.ts";

const root = join(import.meta.dirname, "../..");
const mutatedFiles = "{lib,frontend/{labels,scanner/src},commands/import,infra/stack}/**/*.ts";
const equivalents = readFileSync(join(import.meta.dirname, "equivalent.txt"), "utf8").split("\n");
const isEquivalent = ({ name }: Mutant): boolean =>
  equivalents.some((line) => line.startsWith(`${name} | `));

/** All mutants without the equivalent ones, in an order that depends on the seed. */
const listMutants = (seed: number): readonly Mutant[] => {
  const rankOf = ({ name }: Mutant) => createHash("sha256").update(`${seed} ${name}`).digest("hex");
  return globSync(mutatedFiles, { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .flatMap((file) => mutantsOf(file, readFileSync(join(root, file), "utf8")))
    .filter((mutant) => !isEquivalent(mutant))
    .toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1));
};

const program = createCommand(
  "node tools/mutants/run-mutants.ts",
  "Breaks the project's own rules one by one, and lists each broken rule that no short test notices.",
  `A mutant that no test can notice is listed with its reason in tools/mutants/equivalent.txt.

Exit status: 0 if at most 3 % of the mutants survive, 1 if more do, 2 for a wrong call.`,
)
  .argument("[files...]", "all mutants of files whose path begins so, instead of a sample")
  .option("--sample <n>", "so many mutants", wholeNumberParser(1, 100_000), 400)
  .option("--seed <n>", "chooses the sample", wholeNumberParser(0, 1_000_000), 1)
  .option("--skip <n>", "begins behind so many mutants", wholeNumberParser(0, 100_000), 0)
  .action(async (files, { sample, seed, skip }) => {
    const all = listMutants(seed);
    const inFiles = all.filter(({ file }) => files.some((start) => file.startsWith(start)));
    const mutants = (files.length > 0 ? inFiles : all.slice(0, sample)).slice(skip);
    const { doTestsPass, survives, lastFailedTest } = await openCopy(root);
    if (!(await doTestsPass([])))
      throw new Error(`The tests fail without a mutant: ${lastFailedTest()}`);
    let survivors = 0;
    await showProgress("mutants", mutants.length, async (advance) => {
      for (const mutant of mutants) {
        const survived = await survives(mutant);
        if (survived) console.log(mutant.name);
        survivors += Number(survived);
        advance();
      }
    });
    const share = (100 * survivors) / Math.max(1, mutants.length);
    console.log(`${survivors} of ${mutants.length} survived (${share.toFixed(1)} %).`);
    // Vitest has set 1 if a test noticed a mutant.
    process.exitCode = share > 3 ? 1 : 0;
  });

await runCommandLine(program);
// Vitest stays open otherwise.
process.exit();
