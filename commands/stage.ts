import { fileURLToPath } from "node:url";
import { spawnBound } from "#infra/local/spawn-bound.ts";

/** A local stage in a process of its own; `stop` ends it, `kill` as a failing machine does; both resolve when it is gone. */
export type Stage = { readonly url: string; readonly stop: () => Promise<void>; readonly kill: () => Promise<void> };

const program = fileURLToPath(new URL("../infra/local/start.ts", import.meta.url));
/** Milliseconds until a stage that says nothing is given up. */
const startLimit = 60_000;
/** Milliseconds that a stage may take to answer what is under way and to stop its engine. */
const stopLimit = 10_000;

/**
 * Starts the local stage of the demo site on a free port, with its store under `dataDir` and the ERP of `erpFile`; `variables` can say
 * otherwise.
 * @throws Error with the stage's own words when it does not get ready
 */
export const startStage = async (dataDir: string, erpFile: string, variables = {}): Promise<Stage> => {
  // A process group of its own: Ctrl-C reaches this process first, which then stops the stage.
  const child = spawnBound(process.execPath, [program], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, SITE: "demo", PORT: "0", DATA_DIR: dataDir, ERP_SQLITE: erpFile, LOG_REQUESTS: "0", ...variables },
  });
  const gone = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
    child.once("error", () => resolve());
  });
  const stop = async () => {
    const force = setTimeout(() => child.kill("SIGKILL"), stopLimit);
    child.kill("SIGTERM");
    await gone;
    clearTimeout(force);
  };
  const kill = async () => {
    child.kill("SIGKILL");
    await gone;
  };

  let said = "";
  const ready = new Promise<string>((resolve, reject) => {
    const listen = (chunk: string) => {
      said = (said + chunk).slice(-4_000);
      const url = /Ready on (http:\S+)\s/.exec(said)?.[1];
      if (url) resolve(url);
    };
    child.stdout.setEncoding("utf8").on("data", listen);
    child.stderr.setEncoding("utf8").on("data", listen);
    void gone.then(() => reject(new Error(`The local stage did not start.\n${said}`)));
    AbortSignal.timeout(startLimit).addEventListener("abort", () => reject(new Error(`The local stage is not ready in time.\n${said}`)));
  });
  try {
    return { url: (await ready).replace(/\/$/, ""), stop, kill };
  } catch (error) {
    await stop();
    throw error;
  }
};
