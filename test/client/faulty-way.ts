import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** What happens to a request on the way: nothing, no connection, an answer that never arrives, or somebody else's answer. */
export type Mishap = "drop" | "lose" | { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | undefined;

/** A server before the service that spoils requests as it is told. */
export const faultyWay = async (serviceUrl: string, mishapOf: (request: { method?: string; key?: string }) => Mishap) => {
  const server = createServer(async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray());
    const { method = "", headers } = incoming;
    const mishap = mishapOf({ method, key: String(headers["idempotency-key"]) });
    if (mishap === "drop") return incoming.socket.destroy();
    if (typeof mishap === "object") {
      response.writeHead(mishap.status, { "content-type": "application/json", ...mishap.headers });
      return response.end(JSON.stringify({ error_code: "X", message: "injected", domain: "test" }));
    }
    const passed = request(serviceUrl + incoming.url, { method, headers }, (answer) => {
      if (mishap === "lose") return answer.resume().once("end", () => incoming.socket.destroy());
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      return answer.pipe(response);
    });
    passed.once("error", () => incoming.socket.destroy());
    passed.end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
