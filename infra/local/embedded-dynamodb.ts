import { once } from "node:events";
import { createRequire } from "node:module";
import { type AddressInfo, connect, createServer } from "node:net";
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

/** There is no binary of the engine, for this platform or at all. */
export class NoEngine extends Error {
  override name = "Error";
}

/** Amazon's image keeps its data in memory unless another command is given. */
export const lastingTablesHint =
  "For a table that keeps its data: Docker (docker run -p 127.0.0.1:8000:8000 amazon/dynamodb-local -jar DynamoDBLocal.jar -sharedDb) or Java 17 (java -jar DynamoDBLocal.jar -sharedDb), and DYNAMODB_ENDPOINT=http://127.0.0.1:8000; or Rust (cargo install dynoxide-rs), and DYNAMODB_BINARY=<the path of dynoxide>.";

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

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
};

/** Without `fetch`, which would take 14 MB of the memory of a stage. */
const acceptsConnections = async (port: number): Promise<boolean> => {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

/**
 * Starts the embedded engine on loopback, on `port` (0: any free one), with its data in `file` or in memory.
 * It has its own process group: Ctrl-C reaches only the stage, which first answers open requests.
 * @throws NoEngine; Error with the engine's output, if it ends or does not answer for 30 seconds
 */
export const startEmbeddedDynamoDb = async (file?: string, port = 0): Promise<EmbeddedEngine> => {
  const chosenPort = port || (await findFreePort());
  const endpoint = `http://127.0.0.1:${chosenPort}`;
  const args = ["serve", "--host", "127.0.0.1", "--port", String(chosenPort)];
  const engine = spawnBound(engineBinary(), file ? [...args, "--db-path", file] : args, {
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  engine.stderr.on("data", (chunk) => {
    output = (output + chunk).slice(-2_000);
  });
  const complaint = () => output.replace(/^Dynoxide listening .*$/m, "").trim();
  let hasEnded = false;
  const ended = once(engine, "close").then(([code, signal]) => {
    hasEnded = true;
    const ending = signal ? `by ${signal}` : `with status ${code}`;
    return [ending, complaint()].filter(Boolean).join(": ");
  });
  const stop = async () => {
    if (hasEnded) return;
    engine.kill("SIGTERM");
    await Promise.race([ended, sleep(1_000, undefined, { ref: false })]);
    if (!hasEnded) engine.kill("SIGKILL");
    await ended;
  };
  for (const giveUpAt = Date.now() + 30_000; Date.now() < giveUpAt && !hasEnded; await sleep(5))
    if (await acceptsConnections(chosenPort))
      return { endpoint, pid: engine.pid ?? 0, ended, stop };
  await stop();
  // Another process may take a free port a moment later.
  if (!port && /already in use/.test(output)) return startEmbeddedDynamoDb(file);
  throw new Error(
    `The embedded DynamoDB did not start${file ? ` on ${file}` : ""}.\n${complaint()}`,
  );
};
