import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { styleText } from "node:util";
import { spawnBound } from "#infra/local/spawn-bound.ts";
import { command, run } from "./cli/command.ts";

type Step = { readonly name: string; readonly command: readonly [string, ...string[]] };

const steps: readonly Step[] = [
  { name: "types", command: ["tsc"] },
  { name: "types of the pages", command: ["tsc", "-p", "pages"] },
  { name: "types of their service worker", command: ["tsc", "-p", "pages/service-worker"] },
  { name: "lint", command: ["biome", "check", "--error-on-warnings", "."] },
  { name: "dead code", command: ["knip"] },
  { name: "docs current", command: ["node", "commands/docs.ts", "--check"] },
];

type Outcome = { readonly code: number; readonly output: string };

const colour = (format: "green" | "red" | "bold", text: string) => styleText(format, text, { stream: process.stdout });

/** Some of the tools colour what they print wherever it goes. */
const plain = process.stdout.isTTY || process.env.FORCE_COLOR ? {} : { NO_COLOR: "1" };

/** Runs a command of node_modules/.bin; `shown` passes its output through as it comes. */
const runBinary = ([binary, ...rest]: readonly [string, ...string[]], shown: boolean): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const path = `${join(process.cwd(), "node_modules/.bin")}:${process.env.PATH}`;
    const child = spawnBound(binary, rest, {
      // What a process compiles, the next one need not: the tests start some hundreds.
      env: { ...process.env, ...plain, PATH: path, NODE_COMPILE_CACHE: join(process.cwd(), "node_modules/.cache/compiled") },
      stdio: ["ignore", shown ? "inherit" : "pipe", shown ? "inherit" : "pipe"],
    });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.once("error", reject);
    child.once("exit", (code) => resolve({ code: code ?? 1, output }));
  });

const passes = async ({ name, command }: Step): Promise<boolean> => {
  const start = performance.now();
  const { code, output } = await runBinary(command, false);
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  console.log(`${code === 0 ? colour("green", "ok") : colour("red", "FAILED")} ${name} (${seconds} s)`);
  if (code !== 0) console.log(output.trimEnd());
  return code === 0;
};

type Assertion = { readonly status: string; readonly fullName: string; readonly failureMessages: readonly string[] };
type Report = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly success: boolean;
  readonly testResults: readonly { readonly assertionResults: readonly Assertion[] }[];
};

/** Runs the tests that take long, or the others, and prints the skipped ones by name, then the line that counts. */
const testsPass = async (long: boolean): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), "warehouse-report-"));
  const file = join(folder, "report.json");
  try {
    const { code } = await runBinary(
      ["vitest", "run", `--project=${long ? "" : "!"}* long`, "--reporter=dot", "--reporter=json", `--outputFile.json=${file}`],
      true,
    );
    const report = JSON.parse(readFileSync(file, "utf8")) as Report;
    const all = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    const skipped = all.filter(({ status }) => status === "skipped" || status === "pending");
    for (const { fullName } of skipped) console.log(`skipped: ${fullName}`);
    const failed = report.numFailedTests + (code !== 0 && report.numFailedTests === 0 ? 1 : 0);
    console.log(`tests: ${report.numPassedTests} passed, ${failed} failed, ${report.numPendingTests + report.numTodoTests} skipped`);
    return code === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const program = command(
  "test",
  [
    "Checks types, lint, dead code and generated docs, runs every test that does not take long, and ends with a line that counts them.",
    "npm run test:all runs the others: races, storms, real database servers, browsers, bundles, commands and stages as processes, and all",
    "endpoints over HTTP. Both together are everything, and CI runs both.",
  ].join("\n"),
  "Exit status: 0 if all passed, 1 if anything failed, 2 for a wrong call.",
)
  .option("--fast", "leave out the tests: what the pre-commit hook runs")
  .option("--long", "only the tests that take long: npm run test:all")
  .action(async ({ fast, long = false }) => {
    console.log(
      long ? "The tests that take long; npm test runs the others." : `The checks${fast ? "" : ", and the tests that do not take long"}.`,
    );
    const results: boolean[] = [];
    if (!long) for (const step of steps) results.push(await passes(step));
    if (!fast) results.push(await testsPass(long));
    process.exitCode = results.every(Boolean) ? 0 : 1;
  });

await run(program);
