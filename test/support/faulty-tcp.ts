import { once } from "node:events";
import { type AddressInfo, createServer, connect as open, type Socket } from "node:net";

/**
 * What goes wrong between a client and its server: nothing; connections are refused; bytes are swallowed in both directions;
 * the connection is reset in the middle of the first row, so many times.
 */
type TcpFault =
  | { readonly kind: "none" | "refused" | "blackHole" }
  | { readonly kind: "resetInRow"; times: number };

export type FaultyTcp = {
  readonly port: number;
  /** Connections since the last `reset`: the most at once, and all. */
  readonly counts: { most: number; made: number };
  readonly fail: (fault: TcpFault) => Promise<void>;
  /** Cuts what is open and counts anew. */
  readonly reset: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Where a row begins in PostgreSQL's answer: messages of a letter, the length of the rest, and the rest. */
const rowIn = (chunk: Buffer): number => {
  for (let at = 0; at + 5 <= chunk.length; at += 1 + chunk.readInt32BE(at + 1))
    if (chunk[at] === "D".charCodeAt(0)) return at;
  return -1;
};

/** Milliseconds: the end of a connection and the start of the next are seen in any order, so they are counted later. */
const countAfter = 50;

/** A TCP server on loopback that passes bytes on, unless a fault is set. */
export const startFaultyTcp = async (target: number): Promise<FaultyTcp> => {
  let fault: TcpFault = { kind: "none" };
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  const counts = { most: 0, made: 0 };

  const answer = (chunk: Buffer, client: Socket) => {
    if (client.destroyed || fault.kind === "blackHole") return;
    const row = fault.kind === "resetInRow" && fault.times > 0 ? rowIn(chunk) : -1;
    if (row < 0 || fault.kind !== "resetInRow") return void client.write(chunk);
    fault.times -= 1;
    client.write(chunk.subarray(0, row + 3), () => client.resetAndDestroy());
  };

  const serve = (client: Socket) => {
    clients.add(client);
    counts.made += 1;
    counts.most = Math.max(counts.most, 1);
    const count = () => {
      if (clients.has(client)) counts.most = Math.max(counts.most, clients.size);
    };
    // In two steps: after a stall of the process timers run before it sees any end.
    setTimeout(() => setTimeout(count, countAfter).unref(), countAfter).unref();
    const upstream = open(target, "127.0.0.1").setNoDelay(true);
    client.setNoDelay(true);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
    }
    client.on("data", (chunk) => fault.kind !== "blackHole" && upstream.write(chunk));
    upstream.on("data", (chunk: Buffer) => answer(chunk, client));
    client.on("close", () => {
      clients.delete(client);
      upstream.destroy();
    });
    upstream.on("close", () => client.destroy());
  };

  const server = createServer(serve);
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const close = async () => {
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const port = await listen(0);

  return {
    port,
    counts,
    fail: async (next) => {
      fault = next;
      if (next.kind === "refused" && server.listening) await close();
      if (next.kind !== "refused" && !server.listening) await listen(port);
    },
    reset: async () => {
      const closed = [...sockets].map((socket) => once(socket, "close"));
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
      Object.assign(counts, { most: 0, made: 0 });
    },
    stop: async () => {
      if (server.listening) await close();
    },
  };
};
