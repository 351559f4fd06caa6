import { Command, CommanderError, InvalidArgumentError } from "@commander-js/extra-typings";
import { followNpm } from "#infra/local/follow-npm.ts";
import { Refusal } from "#lib/errors.ts";

/** Exit statuses. */
const [failed, wrongCall, interrupted] = [1, 2, 130];

/** A command as `npm run <name>` calls it; `rest` is what its help says after the options. */
export const createCommand = (name: string, about: string, rest: string) =>
  new Command(name === "test" ? "npm test --" : `npm run ${name} --`)
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

/** Of a user's mistake the message alone; of a fault of the program, where it happened. */
const messageOf = (error: Error): string => {
  if (error instanceof Refusal) return "The store did not answer in time.";
  return ["Error", "UsageError"].includes(error.name)
    ? error.message
    : (error.stack ?? error.message);
};

/**
 * Runs a command, whose action sets the exit status, and ends with 2 for a wrong call, or with `failure` when it could not be done.
 * A signal ends the process so that its exit is noticed: engines and folders of a run go with it. `onInterrupt`: what the first signal does
 * instead; the second one ends the process.
 */
export const runCommandLine = async (
  program: RunnableCommand,
  failure = failed,
  onInterrupt?: () => void,
): Promise<void> => {
  // The reader closed the pipe.
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) =>
    process.exit(code === "EPIPE" ? 141 : failure),
  );
  followNpm(() => process.exit(failure));
  let finish = onInterrupt;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      if (!finish) process.exit(interrupted);
      process.exitCode = interrupted;
      finish();
      finish = undefined;
    });
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    const parsed = error instanceof CommanderError;
    if (!parsed) console.error(messageOf(error as Error));
    const wrong = parsed || (error as Error).name === "UsageError";
    if (wrong) console.error(`${program.name()} --help says what it takes.`);
    process.exitCode = wrong ? wrongCall : failure;
  }
};

/** Reads a number from `least` to `most`, which may be written as 1e6. */
export const numberParser =
  (least: number, most: number, whole = false) =>
  (text: string) => {
    const value = /^\d*\.?\d+(e\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most && (!whole || Number.isInteger(value))) return value;
    throw new InvalidArgumentError(
      `It takes a ${whole ? "whole " : ""}number from ${least} to ${most}.`,
    );
  };

export const wholeNumberParser = (least: number, most: number) => numberParser(least, most, true);

/** What names the idempotency keys of a run. */
export const runNamePattern = /^[0-9A-Za-z]{1,16}$/;

export const parseRunName = (text: string): string => {
  if (runNamePattern.test(text)) return text;
  throw new InvalidArgumentError("It takes up to 16 letters or digits.");
};

/** Reads the address of a service, without a slash at its end. */
export const parseWebAddress = (text: string): string => {
  const url = URL.parse(text);
  if (url && ["http:", "https:"].includes(url.protocol) && !url.search && !url.hash)
    return url.href.replace(/\/+$/, "");
  throw new InvalidArgumentError("It takes a web address such as http://127.0.0.1:3000.");
};

/** What `--site` takes, wherever there is one. */
export const siteHelp = "a profile under sites/, or the path of one that ends in .ts";
