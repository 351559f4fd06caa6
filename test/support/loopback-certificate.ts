import { generate } from "selfsigned";

/** A self-signed certificate for 127.0.0.1, and its key. */
export const loopbackCertificate = async () => {
  const { cert, private: key } = await generate([{ name: "commonName", value: "test" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
  });
  return { cert, key };
};
