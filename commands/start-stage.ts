import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { spawnBound } from "#infra/local/spawn-bound.ts";

/** A local stage in its own process. `stop` ends it, `kill` ends it like a power failure. Both resolve when the process has ended. */
export type LocalStage = AsyncDisposable & {
  readonly url: string;
  readonly stop: () => Promise<void>;
  readonly kill: () => Promise<void>;
};

const startScript = fileURLToPath(new URL("../infra/local/start.js", import.meta.url));
/** A stage that is not ready after this time is stopped. */
const startLimitMs = 60_000;
/** A stage may take this long to answer its open requests and to stop its engine. */
const stopLimitMs = 10_000;

/**
 * Starts the local stage of the demo site without sample data on a free port.
 * @param dataDir the folder of its store
 * @param erpFile the SQLite file of its ERP; without it, the stage uses the server in the site's profile
 * @param variables environment variables that override these choices
 * @throws Error with the stage's output if it does not become ready
 */
export const startStage = async (
  dataDir: string,
  erpFile: string | undefined,
  variables = {},
): Promise<LocalStage> => {
  // The stage has its own process group, so that Ctrl+C reaches only this process, which then stops the stage.
  const child = spawnBound(process.execPath, [startScript, "--empty"], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      SITE: "demo",
      PORT: "0",
      DATA_DIR: dataDir,
      ERP_SQLITE: erpFile,
      ...variables,
    },
  });
  const closed = once(child, "close");
  const stop = async () => {
    const killTimer = setTimeout(() => child.kill("SIGKILL"), stopLimitMs);
    child.kill("SIGTERM");
    await closed;
    clearTimeout(killTimer);
  };
  const kill = async () => {
    child.kill("SIGKILL");
    await closed;
  };

  let output = "";
  const ready = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output = (output + chunk).slice(-4_000);
      const url = /Ready on (http:\S+)\s/.exec(output)?.[1];
      if (url) ready.resolve(url);
    });
  const rejectStart = (why: string) =>
    ready.reject(new Error(`The local stage ${why}.\n${output}`));
  const startTimer = setTimeout(rejectStart, startLimitMs, "is not ready in time");
  void closed.then(() => rejectStart("did not start"));
  try {
    const url = (await ready.promise).replace(/\/$/, "");
    return { url, stop, kill, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(startTimer);
  }
};
