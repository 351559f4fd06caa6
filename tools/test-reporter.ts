import type { Reporter } from "vitest/node";
import { nameOfTest } from "../commands/cli/test-name.ts";

type TestFailure = {
  readonly message: string;
  readonly diff?: string | undefined;
  readonly stack?: string | undefined;
};

const isOwnFrame = (line: string) =>
  /^ +at /.test(line) && !/node_modules|node:|<anonymous>/.test(line);

/** The message of a failure, its difference, and where it is in this project. */
const printReason = ({ message, diff, stack = "" }: TestFailure) => {
  const places = stack.split("\n").filter(isOwnFrame);
  console.log([message, diff, ...places].filter(Boolean).join("\n"));
};

/** Prints a dot for each test, what the tests print, and the reason of each failure at once. */
export const testReporter: Reporter = {
  onTestCaseResult: (test) => {
    const { state, errors = [] } = test.result();
    if (state !== "failed") return void process.stdout.write(".");
    console.log(`\nfailed: ${nameOfTest(test)}`);
    errors.forEach(printReason);
  },
  onTestModuleEnd: (module) => {
    const errors = module.errors();
    if (errors.length > 0) console.log(`\nfailed: ${module.relativeModuleId}`);
    errors.forEach(printReason);
  },
  onUserConsoleLog: ({ content, type }) => void process[type].write(`${content.trimEnd()}\n`),
  onTestRunEnd: (_, errors) => {
    console.log();
    errors.forEach(printReason);
  },
};
