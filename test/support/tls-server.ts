import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { loopbackCertificate } from "../../commands/loopback-certificate.ts";

/** A server on loopback, over TLS; this process trusts its certificate. */
export const startTlsServer = async (listener: RequestListener) => {
  const certificate = await loopbackCertificate();
  setDefaultCACertificates([...getCACertificates("default"), certificate.cert]);
  const server = createServer(certificate, listener);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
