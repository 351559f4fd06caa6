import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { createServer } from "node:tls";
import { loopbackCertificate } from "../loopback-certificate.ts";

/**
 * TLS before the engine, for DynamoDB is reached over TLS only, and a client that is not loads other code. Gives its address and the file
 * of the certificate that vouches for it.
 */
export const startHttpsFront = async (engine: string, folder: string) => {
  const { key, cert } = await loopbackCertificate();
  const certificate = join(folder, "certificate.pem");
  await writeFile(certificate, cert);
  const port = Number(new URL(engine).port);
  // Otherwise small packets wait for each other, up to 40 ms.
  const noDelay = true;
  const server = createServer({ key, cert, noDelay }, (socket) =>
    pipeline(socket, connect({ port, host: "127.0.0.1", noDelay }), socket, () => socket.destroy()),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    certificate,
    stop: () => void server.close(),
  };
};
