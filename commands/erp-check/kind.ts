import { connect } from "node:net";

/** Milliseconds: a server that speaks first does so at once. */
const patience = 2_000;

/** PostgreSQL's question whether TLS may be used, which it answers with one letter (its manual: SSLRequest). */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Of a server that speaks first: MySQL and MariaDB greet with the version 10 of their protocol, or with an error. */
const greets = (greeting: Buffer): boolean =>
  greeting[3] === 0 && (greeting[4] === 10 || greeting[4] === 255);

/** Which database a server is, by what it says first; `undefined` if it does not answer, or is neither. */
export const kindOfServer = async (
  host: string,
  port: number,
): Promise<"postgresql" | "mysql" | undefined> => {
  const socket = connect({ host, port });
  /** What comes next; `undefined` if nothing does. The timer keeps the process alive, which a closed socket does not. */
  const next = (event: "connect" | "data") =>
    new Promise<Buffer | undefined>((resolve, reject) => {
      const timer = setTimeout(resolve, patience, undefined);
      socket
        .once(event, resolve)
        .once("error", reject)
        .once("close", () => resolve(undefined));
      socket.once(event, () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
    });
  try {
    await next("connect");
    const greeting = await next("data");
    if (greeting) return greets(greeting) ? "mysql" : undefined;
    socket.write(sslRequest);
    return /^[SN]$/.test((await next("data"))?.toString("latin1") ?? "") ? "postgresql" : undefined;
  } catch {
    return undefined;
  } finally {
    socket.on("error", () => {}).destroy();
  }
};
