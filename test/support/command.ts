import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import { spawnBound } from "#infra/local/spawn-bound.ts";
import demo from "../../sites/demo.ts";

/** A command that hangs is ended. */
const limit = { timeout: 120_000, killSignal: "SIGKILL" } as const;

export type Ended = {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** Progress lines, which a command prints only if a step takes long. */
const progressLines = /^.* [█░]{20} .* s left\n/gm;

type Variables = Readonly<Record<string, string | undefined>>;

const inherited = () => {
  const { PATH = "", HOME = "", NODE_COMPILE_CACHE = "" } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE };
};

/** Runs a program without a terminal, with these variables, and from ours only PATH, HOME and the compile cache. */
export const runProgram = async (
  file: string,
  args: readonly string[],
  variables: Variables = {},
  input?: string,
): Promise<Ended> => {
  const child = spawnBound(process.execPath, [file, ...args], {
    env: { ...inherited(), ...variables },
    stdio: ["pipe", "pipe", "pipe"],
    ...limit,
  });
  // Ignored, because the command may end before it reads its input.
  child.stdin.on("error", () => {}).end(input);
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { status, stdout, stderr: stderr.replaceAll(progressLines, "") };
};

/** Runs a command of `commands/`. */
export const runCommand = (
  name: string,
  args: readonly string[],
  variables?: Variables,
  input?: string,
) => runProgram(`commands/${name}.ts`, args, variables, input);

/** A text that the terminal shows, and the keys to type then. A function is called to get them. */
export type Step = readonly [shown: string, typed: string | (() => string)];

/**
 * Runs a command of `commands/` at its own terminal (`script` of util-linux), and types the keys for each text when it is shown. `stdout`
 * has everything that the terminal shows.
 */
export const converse = async (
  name: string,
  args: readonly string[],
  variables: Variables,
  steps: readonly Step[],
): Promise<Pick<Ended, "status" | "stdout">> => {
  const line = [process.execPath, `commands/${name}.ts`, ...args].map((word) => `'${word}'`);
  // Runs in its own shell, because `script` waits for every child of its process, also for the watchdog of a bound process.
  const shell = ["-c", 'script -qec "$1" /dev/null; exit $?', "sh"];
  const sized = `stty cols 100 rows 40; ${line.join(" ")}`;
  const child = spawnBound("sh", [...shell, sized], {
    env: { ...inherited(), ...variables },
    stdio: ["pipe", "pipe", "pipe"],
    ...limit,
  });
  let [stdout, seen, done] = ["", 0, 0];
  // The command ends only after its input.
  if (steps.length === 0) child.stdin.end();
  child.stdout.setEncoding("utf8").on("data", (shown: string) => {
    stdout += shown;
    const [text, typed] = steps[done] ?? [];
    if (text === undefined || !stdout.includes(text, seen)) return;
    [seen, done] = [stdout.length, done + 1];
    child.stdin.write(typeof typed === "function" ? typed() : (typed ?? ""));
    if (done === steps.length) child.stdin.end();
  });
  const [status] = await once(child, "close");
  return { status: status as number | null, stdout };
};

/** As `converse`, with the answer to one optional question. */
export const runAtTerminal = (
  name: string,
  args: readonly string[],
  variables: Variables,
  answer?: string,
) => converse(name, args, variables, answer === undefined ? [] : [["[y/N]", answer]]);

/** The objects of JSON lines. */
export const jsonLines = <Line = Record<string, unknown>>({ stdout }: Ended): Line[] =>
  stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

/** Sends a request to a stage of the demo site. */
export const send = async (
  stage: { readonly url: string },
  method: string,
  path: string,
  body: object,
  key: string = randomUUID(),
) => {
  const type = { "content-type": "application/json" };
  const headers = { ...type, "Idempotency-Key": key, ...localCredentials(demo) };
  const response = await fetch(stage.url + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
};
