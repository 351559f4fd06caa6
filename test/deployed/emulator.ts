import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { spawnBound } from "#infra/local/spawn-bound.ts";
import { newFolder } from "../support/folder.ts";
import { onLoopback } from "../support/loopback.ts";
import type { Tools } from "./tools.ts";

export type Variables = Readonly<Record<string, string>>;

/** How a program ended, and what it printed. */
export type Ran = {
  readonly status: number | null;
  readonly out: string;
  readonly errors: string;
};

/** An account of an AWS that runs on this machine. */
export type Account = {
  readonly url: string;
  /** The environment of a command that uses it. */
  readonly variables: Variables;
  /** Runs a program in the project's root to its end, with further variables. It ends with this process, and what it started, too. */
  readonly run: (program: string, args: readonly string[], more?: Variables) => Promise<Ran>;
  /** The answer to a call of the AWS CLI. @throws Error in its words */
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

/** Leads a group of its own, which ends with this process. */
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

/** Starts an emulator that checks each caller's rights; its functions run on the project's own Node. It ends with this process. */
export const startEmulator = async ({ python, variables: found }: Tools): Promise<Account> => {
  const folder = newFolder();
  const url = `http://127.0.0.1:${await freePort()}`;
  const own = { ...found, HOME: folder, TMPDIR: folder };
  // Each function inherits what the emulator has: nothing of ours may be in it.
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
    // Its group: also the functions that run.
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
