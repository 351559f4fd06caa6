import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach } from "vitest";
import { spawnBound } from "#infra/local/spawn-bound.ts";
import { runCommand } from "../support/command.ts";
import { newFolder } from "../support/folder.ts";

export type StageRun = {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Waits until the stage has printed a match. */
  readonly says: (words: RegExp) => Promise<RegExpExecArray>;
  readonly ended: Promise<number | NodeJS.Signals>;
};
export type EnvVariables = Readonly<Record<string, string>>;

/** Stops a stage. Returns the status or signal with which its process ended. */
export const stopStage = async ({ child, ended }: StageRun, signal: NodeJS.Signals = "SIGTERM") => {
  child.kill(signal);
  return ended;
};

/** Whether a server answers at an address. */
export const answersRequests = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** Waits until a stage answers. Returns the addresses and requests that it prints. */
export const untilReady = async ({ output, says, ended }: StageRun) => {
  const [, url = ""] = await Promise.race([
    says(/^Ready on (\S+)$/m),
    ended.then((status) => {
      throw new Error(`the stage ended with ${status}:\n${output()}`);
    }),
  ]);
  const [, engine = ""] = /DynamoDB +(http:\S+),/.exec(output()) ?? [];
  return { url, engine, curls: output().match(/^curl .*/gm) ?? [] };
};

const slowClock = new URL("../support/slow-clock.ts", import.meta.url).href;

/**
 * Stages as child processes with time-outs ten times as long. Each test has its own data directory, and stages that still run after a test
 * are stopped.
 */
export const stagesForEach = () => {
  const cache = newFolder();
  let runs: StageRun[] = [];
  const stages = {
    dataDir: "",
    /** The engine of the stage that started last. */
    engine: "",
    newDataDir: () => {
      stages.dataDir = newFolder();
    },
    run: (
      variables: EnvVariables = {},
      command = process.execPath,
      args: readonly string[] = ["--import", slowClock, "infra/local/start.ts"],
      cwd = ".",
    ): StageRun => {
      // The stages of a file compile the same modules. The cache saves a quarter of each start.
      const { PATH = "", HOME = "", NODE_COMPILE_CACHE = cache } = process.env;
      const child = spawnBound(command, args, {
        cwd,
        env: { PATH, HOME, PORT: "0", DATA_DIR: stages.dataDir, NODE_COMPILE_CACHE, ...variables },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let text = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk) => {
          text += chunk;
        });
      const ended = once(child, "close").then(([code, signal]) => code ?? signal);
      const says = (words: RegExp) =>
        new Promise<RegExpExecArray>((resolve) => {
          const look = () => {
            const found = words.exec(text);
            if (found) resolve(found);
          };
          look();
          for (const stream of [child.stdout, child.stderr]) stream.on("data", look);
        });
      const started = { child, output: () => text, says, ended };
      runs.push(started);
      return started;
    },
    start: async (variables: EnvVariables = {}) => {
      const stage = stages.run(variables);
      const started = { ...stage, ...(await untilReady(stage)) };
      stages.engine = started.engine;
      return started;
    },
    /** Runs a command on the table of the stage that started last. */
    command: (name: string, args: readonly string[] = [], variables: EnvVariables = {}) =>
      runCommand(name, args, {
        ...{ DATA_DIR: stages.dataDir, DYNAMODB_ENDPOINT: stages.engine, ...variables },
      }),
  };
  beforeEach(stages.newDataDir);
  afterEach(async () => {
    await Promise.all(runs.map((stage) => stopStage(stage)));
    runs = [];
    stages.engine = "";
  });
  return stages;
};
