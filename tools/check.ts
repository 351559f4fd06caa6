import { once } from "node:events";
import { delimiter, join } from "node:path";
import { styleText } from "node:util";
import type { TestCase } from "vitest/node";
import { spawnBound } from "#infra/local/spawn-bound.ts";
import { createCommand, runCommandLine } from "../commands/cli/command.ts";
import { runProgram } from "../commands/cli/run-program.ts";
import { nameOfTest } from "../commands/cli/test-name.ts";
import { testReporter } from "./test-reporter.ts";

type CheckStep = {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly fix?: string;
};

const incrementalOptions = (name: string) => [
  "--incremental",
  "--tsBuildInfoFile",
  `node_modules/.cache/${name}.tsbuildinfo`,
];

const checkSteps: readonly CheckStep[] = [
  { name: "types", command: ["tsc", ...incrementalOptions("types")] },
  {
    name: "types of the pages",
    command: ["tsc", "-p", "frontend/pages", ...incrementalOptions("pages")],
  },
  {
    name: "types of their service worker",
    command: ["tsc", "-p", "frontend/pages/src/service-worker"],
  },
  {
    name: "lint",
    command: ["biome", "check", "--error-on-warnings", "."],
    fix: "npm run format fixes most of this.",
  },
  { name: "dead code", command: ["knip"] },
  {
    name: "docs current",
    command: ["node", "tools/docs.ts", "--check"],
    fix: "npm run docs writes them again.",
  },
];

const colourText = (format: "green" | "red", words: string) =>
  styleText(format, words, { stream: process.stdout });

// Every check step uses the project's own programs and caches.
process.env.PATH = `${join(process.cwd(), "node_modules/.bin")}${delimiter}${process.env.PATH}`;
process.env.NODE_COMPILE_CACHE = join(process.cwd(), "node_modules/.cache/compiled");
// Some tools use colours even if the output is not a terminal.
if (!process.stdout.isTTY && !process.env.FORCE_COLOR) process.env.NO_COLOR = "1";

const runStep = async ({ name, command: [binary, ...rest], fix }: CheckStep): Promise<boolean> => {
  const start = performance.now();
  const { status, out, errors } = await runProgram(binary, rest);
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  const passed = status === 0;
  const verdict = passed ? colourText("green", "ok") : colourText("red", "FAILED");
  console.log(`${verdict} ${name} (${seconds} s)`);
  if (!passed) console.log([(out + errors).trimEnd(), fix].filter(Boolean).join("\n"));
  return passed;
};

/** Tries 100 mutants. They take minutes, so their progress is shown. */
const runMutants = async (): Promise<boolean> => {
  const args = ["tools/mutants/run-mutants.ts", "--sample", "100"];
  const child = spawnBound("node", args, { stdio: ["ignore", "inherit", "inherit"] });
  const [status] = await once(child, "close");
  return status === 0;
};

/** Runs the tests, then prints the names of the failed ones and the counts in three lines. `verbose`: also the name of each skipped test. */
const runTests = async (projects: string[], verbose: boolean): Promise<boolean> => {
  const { startVitest } = await import("vitest/node");
  const vitest = await startVitest("test", [], {
    run: true,
    project: projects,
    reporters: [testReporter],
  });
  const modules = vitest.state.getTestModules();
  const states = Object.groupBy(
    modules.flatMap(({ children }) => [...children.allTests()]),
    (test) => test.result().state,
  );
  const { passed = [], failed = [], skipped = [], pending = [] } = states;
  const hasUnhandledErrors = vitest.state.getUnhandledErrors().length > 0;
  const isClean =
    modules.length > 0 && modules.every((module) => module.ok()) && !hasUnhandledErrors;
  await vitest.close();
  const namesOf = (state: string, tests: readonly TestCase[]) =>
    tests.map((test) => `${state} on ${test.project.name}: ${nameOfTest(test)}`).sort();
  // The reasons of failures are far above, among the dots.
  const names = [
    ...(verbose ? namesOf("skipped", skipped) : []),
    ...namesOf("failed", [...failed, ...pending]),
  ];
  for (const name of names) console.log(name);
  // An error outside any test counts as a failure.
  const failures = failed.length + pending.length || (isClean ? 0 : 1);
  console.log(`passed: ${passed.length}`);
  console.log(failures > 0 ? colourText("red", `failed: ${failures}`) : "failed: 0");
  console.log(`skipped: ${skipped.length}`);
  return failures === 0;
};

const projectsOf = ({ all, long }: { all?: true | undefined; long?: true | undefined }) => {
  if (long) return ["* slow"];
  return all ? ["* long"] : ["!* long", "!* slow"];
};

const program = createCommand(
  "test",
  "Checks types, lint, dead code and generated docs, and runs the short tests; npm run test:all and npm run test:long run the others.",
  "Exit status: 0 all passed; 1 a check or test failed; 2 a wrong call.",
)
  .option("--fast", "leave out the tests, as the pre-commit hook does")
  .option("--all", "run only the long tests: npm run test:all")
  .option("--long", "run only the longest tests: npm run test:long, before a release")
  .option("--verbose", "also print the name of each skipped test")
  .action(async ({ fast, all, long, verbose = false }) => {
    const projects = projectsOf({ all, long });
    const results: boolean[] = [];
    if (all || long)
      console.log(`The ${long ? "longest" : "long"} tests; npm test runs the short ones.`);
    else {
      console.log(`The checks${fast ? "" : " and the short tests"}.`);
      // Most checks use one core, so running all in parallel takes as long as the slowest.
      results.push(...(await Promise.all(checkSteps.map(runStep))));
    }
    if (!fast) results.push(await runTests(projects, verbose));
    if (long) results.push(await runMutants());
    process.exitCode = results.every(Boolean) ? 0 : 1;
  });

await runCommandLine(program);
