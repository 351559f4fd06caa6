import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { spawnBound } from "#infra/local/spawn-bound.ts";
import { newFolder } from "../support/folder.ts";
import { onLoopback } from "../support/loopback.ts";
import type { Tools } from "./tools.ts";

export type Variables = Readonly<Record<string, string>>;

/** The status and output of a program. */
export type Ran = {
  readonly status: number | null;
  readonly out: string;
  readonly errors: string;
};

/** An account on an emulator of AWS. */
export type Account = {
  readonly url: string;
  /** The environment of a command that uses the account. */
  readonly variables: Variables;
  /** Runs a program in the project's root, with further variables. The program and its children end with this process. */
  readonly run: (program: string, args: readonly string[], more?: Variables) => Promise<Ran>;
  /** The answer to a call of the AWS CLI. @throws Error with the CLI's message */
  readonly aws: (...args: readonly string[]) => Promise<unknown>;
  readonly stop: () => Promise<void>;
};

export const accountId = "000000000000";
export const region = "eu-central-1";

const freePort = async (): Promise<number> => {
  const { port, stop } = await onLoopback(createServer());
  stop();
  return port;
};

/** Starts a program as the leader of its own process group, which ends with this process. */
const started = (program: string, args: readonly string[], env: Variables) =>
  spawnBound(program, args, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });

const ended = async (child: ReturnType<typeof started>): Promise<Ran> => {
  const [out, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { status: status as number | null, out, errors };
};

/** Milliseconds between two looks at the emulator while it starts. */
const pause = 100;

/** Starts an emulator that checks each caller's rights and runs functions on the project's Node. It ends with this process. */
export const startEmulator = async ({ python, variables: found }: Tools): Promise<Account> => {
  const folder = newFolder();
  const url = `http://127.0.0.1:${await freePort()}`;
  const own = { ...found, HOME: folder, TMPDIR: folder };
  // Functions inherit the emulator's environment, which must have no variables of ours.
  const child = started(python, ["test/deployed/emulator.py"], {
    ...own,
    AUTH: "true",
    BIND_HOST: "127.0.0.1",
    GATEWAY_PORT: new URL(url).port,
    MINISTACK_REGION: region,
    PYTHONDONTWRITEBYTECODE: "1",
  });
  const end = ended(child);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const stop = async () => {
    // Kills the group, which includes running functions.
    if (child.pid !== undefined && isRunning()) process.kill(-child.pid, "SIGKILL");
    await end;
  };
  const isUp = () =>
    fetch(`${url}/_ministack/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (!isRunning()) throw new Error(`The emulator ended:\n${(await end).errors}`);
    await sleep(pause);
  }

  const variables = {
    ...own,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
    AWS_ENDPOINT_URL: url,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    CDK_DISABLE_CLI_TELEMETRY: "true",
    NPM_CONFIG_UPDATE_NOTIFIER: "false",
  };
  const run: Account["run"] = (program, args, more) =>
    ended(started(program, args, { ...variables, ...more }));
  const aws: Account["aws"] = async (...args) => {
    const { status, out, errors } = await run("aws", [...args, "--output", "json"]);
    if (status !== 0) throw new Error(errors.trim());
    return out.trim() === "" ? undefined : JSON.parse(out);
  };
  return { url, variables, run, aws, stop };
};
