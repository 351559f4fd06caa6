import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createCommand, runCommandLine, wholeNumberParser } from "../../commands/cli/command.ts";
import { drawTable, showProgress } from "../../commands/cli/output.ts";
import { makeScratchFolder } from "../../commands/cli/scratch-folder.ts";
import { allMutants, coreFiles, isEquivalent, type Mutant, readEquivalents } from "./mutants.ts";
import { copyProject, isNoticed, isSound } from "./try-mutant.ts";

const root = join(import.meta.dirname, "../..");
/** Mutants that were tried before on the same source are not tried again. */
const resultFile = join(root, "node_modules/.cache/mutants.jsonl");

type Verdict = "killed" | "survived" | "equivalent";

const readResults = (): Map<string, Verdict> => {
  if (!existsSync(resultFile)) return new Map();
  const lines = readFileSync(resultFile, "utf8").trim().split("\n");
  return new Map(lines.map((line) => JSON.parse(line) as [string, Verdict]));
};

const tryAll = async (mutants: readonly Mutant[], workers: number) => {
  const results = readResults();
  mkdirSync(join(root, "node_modules/.cache"), { recursive: true });
  const waiting = mutants.filter(({ id }) => !results.has(id));
  const queue = waiting.values();
  await showProgress("mutants", waiting.length, async (add) => {
    const work = async () => {
      const { folder, remove } = makeScratchFolder("mutants");
      copyProject(root, folder);
      for (const mutant of queue) {
        const verdict: Verdict = (await isNoticed(folder, mutant)) ? "killed" : "survived";
        results.set(mutant.id, verdict);
        appendFileSync(resultFile, `${JSON.stringify([mutant.id, verdict])}\n`);
        add();
      }
      remove();
    };
    await Promise.all(Array.from({ length: Math.min(workers, waiting.length) }, work));
  });
  return results;
};

const checkSound = async (): Promise<void> => {
  const { folder, remove } = makeScratchFolder("mutants");
  copyProject(root, folder);
  const sound = await isSound(folder);
  remove();
  if (!sound) throw new Error("The tests fail without a mutant. npm test shows why.");
};

const folderOf = ({ file }: Mutant): string => file.split("/").slice(0, 2).join("/");

const program = createCommand(
  "test:mutants",
  "Breaks the project's own rules one by one, and reports each broken rule that no short test notices.",
  `A mutant that no test can notice is listed with its reason in test/mutants/equivalent.txt.
A second run tries only what is new: the results are in node_modules/.cache/mutants.jsonl.

Exit status: 0 if at most 3 % of the mutants survive, 1 if more do, 2 for a wrong call.`,
)
  .option("--sample <n>", "so many mutants", wholeNumberParser(1, 100_000), 400)
  .option("--seed <n>", "chooses the sample", wholeNumberParser(0, 1_000_000), 1)
  .option("--core", "every mutant of the files that keep scans and caps")
  .option("--file <text>", "only files whose path contains this")
  .option("--workers <n>", "how many run at once", wholeNumberParser(1, 64), 2)
  .action(async ({ sample, seed, core, file, workers }) => {
    const scope = core ? coreFiles : [file ?? ""];
    const inScope = allMutants(root, seed).filter((mutant) =>
      scope.some((part) => mutant.file.includes(part)),
    );
    const mutants = core ? inScope : inScope.slice(0, sample);
    const equivalents = readEquivalents(join(import.meta.dirname, "equivalent.txt"));
    const real = mutants.filter((mutant) => !isEquivalent(root, mutant, equivalents));
    await checkSound();
    const results = await tryAll(real, workers);
    const survivors = real.filter(({ id }) => results.get(id) === "survived");
    const rows = [...Map.groupBy(mutants, folderOf)].map(([folder, all]) => {
      const survived = survivors.filter((mutant) => folderOf(mutant) === folder).length;
      const equivalent = all.filter((mutant) => !real.includes(mutant)).length;
      const killed = all.length - equivalent - survived;
      return [folder, ...[all.length, killed, equivalent, survived].map(String)];
    });
    console.log(drawTable(["folder", "all", "killed", "equivalent", "survived"], rows, 1));
    for (const { file, line, operator, original } of survivors)
      console.log(`${file}:${line} ${operator}: ${original.split("\n")[0]}`);
    const share = (100 * survivors.length) / Math.max(1, real.length);
    console.log(`${survivors.length} of ${real.length} survived (${share.toFixed(1)} %).`);
    if (share > 3) process.exitCode = 1;
  });

await runCommandLine(program);
