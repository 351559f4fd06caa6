import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

/** The answer: a secret; a refusal; none; the head of one. */
type Answering =
  | { readonly text: string }
  | { readonly bytes: string }
  | { readonly refusal: string }
  | "silence"
  | "half";

export type TestSecrets = {
  /** As a site names it; AWS's environment variable sends the client here. */
  readonly arn: string;
  /** The ids of the secrets that were read. */
  readonly reads: string[];
  answering: Answering;
  /** Milliseconds before it answers. */
  delay: number;
  /** Makes the secret hold this password in its field `password`. */
  readonly hold: (password: string) => void;
  readonly stop: () => Promise<void>;
};

const credentials = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" };

/** Answers GetSecretValue on loopback as Secrets Manager does. */
export const startSecrets = async (): Promise<TestSecrets> => {
  const secrets: { reads: string[]; answering: Answering; delay: number } = {
    reads: [],
    answering: "silence",
    delay: 0,
  };
  const server = createServer(async (incoming, response) => {
    const { SecretId } = (await json(incoming)) as { SecretId: string };
    if (incoming.headers["x-amz-target"] !== "secretsmanager.GetSecretValue")
      return void response.writeHead(404).end();
    secrets.reads.push(SecretId);
    const { answering, delay } = secrets;
    await sleep(delay);
    if (answering === "silence") return;
    const refused = typeof answering === "object" && "refusal" in answering;
    response.writeHead(refused ? 400 : 200, { "content-type": "application/x-amz-json-1.1" });
    if (answering === "half") return void response.write('{"SecretString":"');
    const stored = { ARN: SecretId, Name: "erp", VersionId: "1", VersionStages: ["AWSCURRENT"] };
    const body = refused
      ? { __type: answering.refusal, Message: "injected" }
      : "text" in answering
        ? { ...stored, SecretString: answering.text }
        : { ...stored, SecretBinary: answering.bytes };
    response.end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, credentials, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${port}`,
  });
  return Object.assign(secrets, {
    arn: "arn:aws:secretsmanager:eu-central-1:123456789012:secret:erp-AbCdEf",
    hold: (password: string) => {
      secrets.answering = { text: JSON.stringify({ username: "reader", password }) };
    },
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  });
};
