import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";

/** Lets a server listen on a free port of loopback. */
export const onLoopback = async (server: Server & { closeAllConnections?: () => void }) => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections?.();
  };
  return { port, url: `http://127.0.0.1:${port}`, stop };
};
