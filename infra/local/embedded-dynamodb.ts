import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A running engine; `stop` ends its process and resolves when it is gone. */
export type EmbeddedEngine = { readonly endpoint: string; readonly pid: number; readonly stop: () => Promise<void> };

/** The engine's binary: `DYNAMODB_BINARY`, or the one that npm installed for this platform. */
const binary = (): string => {
  const named = process.env.DYNAMODB_BINARY;
  if (named) return named;
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${process.platform}-${process.arch}/dynoxide`);
  } catch {
    throw new Error(
      `There is no embedded DynamoDB for ${process.platform}-${process.arch}: npm has one for linux-x64 only.\n` +
        "Set DYNAMODB_ENDPOINT to a running DynamoDB (for example http://127.0.0.1:8000 of Amazon's DynamoDB Local),\n" +
        "or DYNAMODB_BINARY to a dynoxide binary built for this machine (cargo install dynoxide-rs).",
    );
  }
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (address && typeof address === "object" ? resolve(address.port) : reject(new Error("no free port"))));
    });
  });

const answers = async (endpoint: string): Promise<boolean> => {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(200) });
    return true;
  } catch {
    return false;
  }
};

const ended = (engine: ChildProcess) => engine.exitCode !== null || engine.signalCode !== null;

const stopped = async (engine: ChildProcess): Promise<void> => {
  if (ended(engine)) return;
  const gone = new Promise((resolve) => engine.once("exit", resolve));
  engine.kill("SIGTERM");
  await Promise.race([gone, sleep(1_000, undefined, { ref: false })]);
  if (!ended(engine)) engine.kill("SIGKILL");
  await gone;
};

/**
 * Starts the embedded engine on a free loopback port, on `file` or in memory.
 * It is a process group of its own, so that Ctrl-C reaches the stage first, which answers what is under way and then stops it.
 * @throws Error when the platform has no binary, or the engine ends or stays silent for five seconds
 */
export const startEmbeddedDynamoDb = async (file?: string): Promise<EmbeddedEngine> => {
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const engine = spawn(binary(), ["serve", "--host", "127.0.0.1", "--port", String(port), ...(file ? ["--db-path", file] : [])], {
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaint = "";
  engine.stderr.on("data", (chunk) => {
    complaint = (complaint + chunk).slice(-2_000);
  });
  const failed = new Promise<never>((_, reject) =>
    engine.once("error", ({ message }) => reject(new Error(`The embedded DynamoDB could not be run: ${message}`))),
  );
  const killNow = () => engine.kill("SIGKILL");
  process.once("exit", killNow);
  const started = async () => {
    for (const giveUp = Date.now() + 5_000; Date.now() < giveUp && !ended(engine); await sleep(5)) if (await answers(endpoint)) return;
    await stopped(engine);
    throw new Error(`The embedded DynamoDB did not start.${complaint ? `\n${complaint}` : ""}`);
  };
  await Promise.race([started(), failed]);
  return {
    endpoint,
    pid: engine.pid ?? 0,
    stop: async () => {
      await stopped(engine);
      process.off("exit", killNow);
    },
  };
};
