import { once } from "node:events";
import { connect } from "node:net";

/** Milliseconds: a server that speaks first does so at once. */
const patience = 2_000;

/** PostgreSQL's question whether TLS may be used, which it answers with one letter (its manual: SSLRequest). */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Of a server that speaks first: MySQL and MariaDB greet with the version 10 of their protocol, or with an error. */
const greets = (greeting: Buffer): boolean => greeting[3] === 0 && (greeting[4] === 10 || greeting[4] === 255);

/** Which database a server is, by what it says first; `undefined` if it does not answer, or is neither. */
export const kindOfServer = async (host: string, port: number): Promise<"postgresql" | "mysql" | undefined> => {
  const socket = connect({ host, port });
  const heard = async (): Promise<Buffer | undefined> => {
    const [data] = await once(socket, "data", { signal: AbortSignal.timeout(patience) }).catch(() => []);
    return data as Buffer | undefined;
  };
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(patience) });
    const greeting = await heard();
    if (greeting) return greets(greeting) ? "mysql" : undefined;
    socket.write(sslRequest);
    return /^[SN]$/.test((await heard())?.toString("latin1") ?? "") ? "postgresql" : undefined;
  } catch {
    return undefined;
  } finally {
    socket.on("error", () => {}).destroy();
  }
};
