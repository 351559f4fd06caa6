import { once } from "node:events";
import { type AddressInfo, createServer, connect as open, type Socket } from "node:net";

/**
 * The fault between a client and its server: none, refused connections, bytes lost in both directions, or so many resets in the middle of
 * the first row.
 */
type TcpFault =
  | { readonly kind: "none" | "refused" | "blackHole" }
  | { readonly kind: "resetInRow"; times: number };

/** Where a row begins in PostgreSQL's answer. A message is a letter, the length of the rest, and the rest. */
const rowIn = (chunk: Buffer): number => {
  for (let at = 0; at + 5 <= chunk.length; at += 1 + chunk.readInt32BE(at + 1))
    if (chunk[at] === "D".charCodeAt(0)) return at;
  return -1;
};

/** A TCP server on loopback that passes bytes on, unless a fault is set. */
export const startFaultyTcp = async (target: number) => {
  let fault: TcpFault = { kind: "none" };
  const sockets = new Set<Socket>();

  const answer = (chunk: Buffer, client: Socket) => {
    if (client.destroyed || fault.kind === "blackHole") return;
    const row = fault.kind === "resetInRow" && fault.times > 0 ? rowIn(chunk) : -1;
    if (row < 0 || fault.kind !== "resetInRow") return void client.write(chunk);
    fault.times -= 1;
    client.write(chunk.subarray(0, row + 3), () => client.resetAndDestroy());
  };

  const server = createServer((client) => {
    const upstream = open(target, "127.0.0.1").setNoDelay(true);
    client.setNoDelay(true);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
    }
    client.on("data", (chunk) => fault.kind !== "blackHole" && upstream.write(chunk));
    upstream.on("data", (chunk: Buffer) => answer(chunk, client));
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  /** Ends the open connections. */
  const cut = async () => {
    const closed = [...sockets].map((socket) => once(socket, "close"));
    for (const socket of sockets) socket.destroy();
    await Promise.all(closed);
  };
  const stop = async () => {
    server.close();
    await cut();
  };
  const port = await listen(0);

  return {
    port,
    cut,
    stop,
    fail: async (next: TcpFault) => {
      fault = next;
      if (next.kind === "refused" && server.listening) await stop();
      if (next.kind !== "refused" && !server.listening) await listen(port);
    },
  };
};
export type FaultyTcp = Awaited<ReturnType<typeof startFaultyTcp>>;
