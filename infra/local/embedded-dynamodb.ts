import { once } from "node:events";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { spawnBound } from "./spawn-bound.ts";

/** A running engine. It ends with this process, however that ends. */
export type EmbeddedEngine = {
  readonly endpoint: string;
  readonly pid: number;
  /** Resolves with how the process ended, and its last output. */
  readonly ended: Promise<string>;
  readonly stop: () => Promise<void>;
};

/** No binary of the engine is there, for this platform or at all. */
export class NoEngine extends Error {
  override name = "Error";
}

/** Amazon's image keeps its data in memory unless another command is given. */
export const lastingTablesHint =
  "A table that lasts: Docker (docker run -p 127.0.0.1:8000:8000 amazon/dynamodb-local -jar DynamoDBLocal.jar -sharedDb) or Java 17 (java -jar DynamoDBLocal.jar -sharedDb), and DYNAMODB_ENDPOINT=http://127.0.0.1:8000; or Rust (cargo install dynoxide-rs), and DYNAMODB_BINARY=<the path of dynoxide>.";

/** The engine's binary: `DYNAMODB_BINARY`, or the one that npm installed for this platform. @throws NoEngine */
export const engineBinary = (): string => {
  const named = process.env.DYNAMODB_BINARY;
  if (named) return named;
  const platform = `${process.platform}-${process.arch}`;
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${platform}/dynoxide`);
  } catch {
    throw new NoEngine(
      `There is no embedded DynamoDB for ${platform}: cargo install dynoxide-rs, and DYNAMODB_BINARY=<the path of dynoxide>.`,
    );
  }
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
};

const answersRequests = (endpoint: string): Promise<boolean> =>
  fetch(endpoint, { signal: AbortSignal.timeout(200) }).then(
    () => true,
    () => false,
  );

/**
 * Starts the embedded engine on loopback, on `port` (0: any free one), with its data in `file` or in memory.
 * It has its own process group: Ctrl-C reaches only the stage, which first answers open requests.
 * @throws NoEngine; Error if it ends or does not answer for 30 seconds: with what it said
 */
export const startEmbeddedDynamoDb = async (file?: string, port = 0): Promise<EmbeddedEngine> => {
  const taken = port || (await freePort());
  const endpoint = `http://127.0.0.1:${taken}`;
  const args = ["serve", "--host", "127.0.0.1", "--port", String(taken)];
  const engine = spawnBound(engineBinary(), file ? [...args, "--db-path", file] : args, {
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  engine.stderr.on("data", (chunk) => {
    said = (said + chunk).slice(-2_000);
  });
  const complaint = () => said.replace(/^Dynoxide listening .*$/m, "").trim();
  let gone = false;
  const ended = once(engine, "close").then(([code, signal]) => {
    gone = true;
    const how = signal ? `by ${signal}` : `with status ${code}`;
    return [how, complaint()].filter(Boolean).join(": ");
  });
  const stop = async () => {
    if (gone) return;
    engine.kill("SIGTERM");
    await Promise.race([ended, sleep(1_000, undefined, { ref: false })]);
    if (!gone) engine.kill("SIGKILL");
    await ended;
  };
  for (const giveUp = Date.now() + 30_000; Date.now() < giveUp && !gone; await sleep(5))
    if (await answersRequests(endpoint)) return { endpoint, pid: engine.pid ?? 0, ended, stop };
  await stop();
  // A free port may be somebody else's a moment later.
  if (!port && /already in use/.test(said)) return startEmbeddedDynamoDb(file);
  throw new Error(
    `The embedded DynamoDB did not start${file ? ` on ${file}` : ""}.\n${complaint()}`,
  );
};
