import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { onLoopback } from "./loopback.ts";
import { loopbackCertificate } from "./loopback-certificate.ts";

/** A server on loopback, over TLS; this process trusts its certificate. */
export const startTlsServer = async (listener: RequestListener) => {
  const certificate = await loopbackCertificate();
  setDefaultCACertificates([...getCACertificates("default"), certificate.cert]);
  const { port, stop } = await onLoopback(createServer(certificate, listener));
  return { url: `https://127.0.0.1:${port}`, stop };
};
