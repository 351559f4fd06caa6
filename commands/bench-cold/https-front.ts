import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { Agent, request as open } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

/** A server with TLS before the engine, and the file of the certificate that vouches for it. */
export type HttpsFront = { readonly url: string; readonly certificate: string; readonly stop: () => void };

const makeCertificate = async (folder: string) => {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const args = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=localhost"];
  try {
    await promisify(execFile)("openssl", [...args, "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate]);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(
      code === "ENOENT" ? "The certificate of the stand-in for DynamoDB is made by openssl, which is not installed." : message,
    );
  }
  return { key, certificate };
};

/** Passes requests on to the engine: DynamoDB is reached over TLS only, and a client that is not loads other code. */
export const startHttpsFront = async (engine: string, folder: string): Promise<HttpsFront> => {
  const { key, certificate } = await makeCertificate(folder);
  const agent = new Agent({ keepAlive: true });
  const server = createServer({ key: await readFile(key), cert: await readFile(certificate) }, (incoming, answer) => {
    const { method, headers, url = "/" } = incoming;
    const outgoing = open(new URL(url, engine), { agent, method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.once("error", () => answer.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    certificate,
    stop: () => {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
};
