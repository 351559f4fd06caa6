import { Command, CommanderError, InvalidArgumentError } from "@commander-js/extra-typings";
import { followNpm } from "#infra/local/follow-npm.ts";
import { trimEndOf } from "#lib/domain/value.ts";
import { Refusal } from "#lib/errors.ts";

const exitStatus = { failed: 1, wrongCall: 2, interrupted: 130, brokenPipe: 141 } as const;

const callOf = (name: string): string => {
  if (name.startsWith("node ")) return name;
  return name === "test" ? "npm test --" : `npm run ${name} --`;
};

/** Creates the command of `npm run <name>`, or of `node <file>`. `rest` is the help text after the options. */
export const createCommand = (name: string, about: string, rest: string) =>
  new Command(callOf(name))
    .description(about.replaceAll("\n", " "))
    .helpOption("--help", "print this text")
    .addHelpText("after", `\n${rest}`)
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({
      getOutHelpWidth: () => 132,
      outputError: (text, write) => write(text.replace(/^error: /, "")),
    });

type RunnableCommand = { readonly name: () => string; readonly parseAsync: () => Promise<unknown> };

/** The message of a user's mistake, or the stack trace of a bug. */
const messageOf = (error: Error): string => {
  if (error instanceof Refusal) return "The store did not answer in time.";
  return ["Error", "UsageError"].includes(error.name)
    ? error.message
    : (error.stack ?? error.message);
};

/**
 * Runs a command. Its action sets the exit status. A wrong call ends with 2, any other error with `failure`. A signal ends the process with
 * `process.exit`, so that exit listeners stop its engines and remove its folders.
 * @param onInterrupt called at the first signal instead of ending the process; the second signal ends it
 */
export const runCommandLine = async (
  program: RunnableCommand,
  failure: number = exitStatus.failed,
  onInterrupt?: () => void,
): Promise<void> => {
  // `EPIPE` means that the reader closed the pipe.
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) =>
    process.exit(code === "EPIPE" ? exitStatus.brokenPipe : failure),
  );
  followNpm(() => process.exit(failure));
  let interrupt = onInterrupt;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      if (!interrupt) process.exit(exitStatus.interrupted);
      process.exitCode = exitStatus.interrupted;
      interrupt();
      interrupt = undefined;
    });
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    const isParseError = error instanceof CommanderError;
    if (!isParseError) console.error(messageOf(error as Error));
    const isWrongCall = isParseError || (error as Error).name === "UsageError";
    if (isWrongCall) console.error(`See ${program.name()} --help.`);
    process.exitCode = isWrongCall ? exitStatus.wrongCall : failure;
  }
};

/** Makes a parser for numbers from `least` to `most`, which may be written as 1e6. */
export const numberParser =
  (least: number, most: number, whole = false) =>
  (text: string) => {
    const value = /^(?:\d+(?:\.\d+)?|\.\d+)(?:e\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most && (!whole || Number.isInteger(value))) return value;
    throw new InvalidArgumentError(
      `It takes a ${whole ? "whole " : ""}number from ${least} to ${most}.`,
    );
  };

export const wholeNumberParser = (least: number, most: number) => numberParser(least, most, true);

/** The name of a run. It is part of the run's idempotency keys. */
export const runNamePattern = /^[0-9A-Za-z]{1,16}$/;

export const parseRunName = (text: string): string => {
  if (runNamePattern.test(text)) return text;
  throw new InvalidArgumentError("It takes up to 16 letters or digits.");
};

/** Parses the URL of a service, and removes a slash at its end. */
export const parseWebAddress = (text: string): string => {
  const url = URL.parse(text);
  if (url && ["http:", "https:"].includes(url.protocol) && !url.search && !url.hash)
    return trimEndOf(url.href, "/");
  throw new InvalidArgumentError("It takes a web address such as http://127.0.0.1:3000.");
};

/** The help text of the option `--site`. */
export const siteHelp = "the name of a profile in sites/, or the path of a .ts file";
