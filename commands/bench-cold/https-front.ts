import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { Agent, request as open } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { loopbackCertificate } from "../loopback-certificate.ts";

/** A server with TLS before the engine, and the file of the certificate that vouches for it. */
export type HttpsFront = { readonly url: string; readonly certificate: string; readonly stop: () => void };

/** Passes requests on to the engine: DynamoDB is reached over TLS only, and a client that is not loads other code. */
export const startHttpsFront = async (engine: string, folder: string): Promise<HttpsFront> => {
  const { key, cert } = await loopbackCertificate();
  const certificate = join(folder, "certificate.pem");
  await writeFile(certificate, cert);
  const agent = new Agent({ keepAlive: true });
  const server = createServer({ key, cert }, (incoming, answer) => {
    const { method, headers, url = "/" } = incoming;
    const outgoing = open(new URL(url, engine), { agent, method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.once("error", () => answer.destroy());
    incoming.pipe(outgoing);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    certificate,
    stop: () => {
      server.close().closeAllConnections();
      agent.destroy();
    },
  };
};
