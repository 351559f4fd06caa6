import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { spawnBound } from "#infra/local/spawn-bound.ts";

/** A local stage in a process of its own; `stop` ends it, `kill` as a failing machine does; both resolve when it is gone. */
export type LocalStage = AsyncDisposable & {
  readonly url: string;
  readonly stop: () => Promise<void>;
  readonly kill: () => Promise<void>;
};

const startScript = fileURLToPath(new URL("../infra/local/start.js", import.meta.url));
/** Milliseconds until a stage that says nothing is given up. */
const startLimitMs = 60_000;
/** Milliseconds that a stage may take to answer what is under way and to stop its engine. */
const stopLimitMs = 10_000;

/**
 * Starts the local stage of the demo site without a sample on a free port, with its store under `dataDir` and the ERP of `erpFile`, or without one the
 * server that the site names; `variables` can say otherwise.
 * @throws Error with the stage's own words when it does not get ready
 */
export const startStage = async (
  dataDir: string,
  erpFile: string | undefined,
  variables = {},
): Promise<LocalStage> => {
  // A process group of its own: Ctrl-C reaches this process first, which then stops the stage.
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
  const gone = once(child, "close");
  const stop = async () => {
    const force = setTimeout(() => child.kill("SIGKILL"), stopLimitMs);
    child.kill("SIGTERM");
    await gone;
    clearTimeout(force);
  };
  const kill = async () => {
    child.kill("SIGKILL");
    await gone;
  };

  let said = "";
  const ready = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      said = (said + chunk).slice(-4_000);
      const url = /Ready on (http:\S+)\s/.exec(said)?.[1];
      if (url) ready.resolve(url);
    });
  const fail = (why: string) => ready.reject(new Error(`The local stage ${why}.\n${said}`));
  const late = setTimeout(fail, startLimitMs, "is not ready in time");
  void gone.then(() => fail("did not start"));
  try {
    const url = (await ready.promise).replace(/\/$/, "");
    return { url, stop, kill, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(late);
  }
};
