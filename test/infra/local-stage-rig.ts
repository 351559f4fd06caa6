import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { spawnBound } from "#infra/local/spawn-bound.ts";

export type Run = {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | NodeJS.Signals>;
};
export type Variables = Readonly<Record<string, string>>;

/** Stops a stage and gives the status or signal with which its process ended. */
export const stop = async (
  { child, ended }: Run,
  signal: NodeJS.Signals = "SIGTERM",
): Promise<number | NodeJS.Signals> => {
  child.kill(signal);
  return ended;
};

/** Whether anything answers there. */
export const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** What a stage says of itself once it answers. */
export const ready = async (
  stage: Run,
): Promise<{ url: string; engine: string; curls: string[] }> => {
  const url = await Promise.race([
    vi.waitUntil(() => /^Ready on (\S+)$/m.exec(stage.output())?.[1], {
      timeout: 100_000,
      interval: 10,
    }),
    stage.ended.then((status) =>
      Promise.reject(new Error(`the stage ended with ${status}:\n${stage.output()}`)),
    ),
  ]);
  return {
    url,
    engine: /DynamoDB +(http:\S+),/.exec(stage.output())?.[1] ?? "",
    curls: stage
      .output()
      .split("\n")
      .filter((line) => line.startsWith("curl ")),
  };
};

/** Stages as child processes, each test on a data directory of its own; whatever still runs after a test is stopped. */
export const stagesForEach = () => {
  const folder = mkdtempSync(join(tmpdir(), "warehouse-local-"));
  let runs: Run[] = [];
  const stages = {
    dataDir: "",
    newDataDir: () => {
      stages.dataDir = mkdtempSync(join(folder, "data-"));
    },
    run: (
      variables: Variables = {},
      command = process.execPath,
      args: readonly string[] = ["infra/local/start.ts"],
    ): Run => {
      // The stages of a file compile the same modules over and over; the cache spares a quarter of each start.
      const { PATH = "", HOME = "", NODE_COMPILE_CACHE = join(folder, "cache") } = process.env;
      const child = spawnBound(command, args, {
        env: { PATH, HOME, PORT: "0", DATA_DIR: stages.dataDir, NODE_COMPILE_CACHE, ...variables },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let text = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk) => {
          text += chunk;
        });
      const ended = once(child, "close").then(([code, signal]) => code ?? signal);
      const started = { child, output: () => text, ended };
      runs.push(started);
      return started;
    },
    start: async (variables: Variables = {}) => {
      const stage = stages.run(variables);
      return { ...stage, ...(await ready(stage)) };
    },
  };
  beforeEach(stages.newDataDir);
  afterEach(async () => {
    await Promise.all(runs.map((stage) => stop(stage)));
    runs = [];
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return stages;
};
