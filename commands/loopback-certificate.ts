import { generate } from "selfsigned";

/** A certificate for 127.0.0.1 that signs itself, good for an hour, and its key. */
export const loopbackCertificate = async (): Promise<{
  readonly cert: string;
  readonly key: string;
}> => {
  const { cert, private: key } = await generate([{ name: "commonName", value: "test" }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(Date.now() - 60_000),
    notAfterDate: new Date(Date.now() + 3_600_000),
    extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
  });
  return { cert, key };
};
