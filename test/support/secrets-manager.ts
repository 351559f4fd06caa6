import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { onLoopback } from "./loopback.ts";

/** The answer: a secret, a refusal, or only the headers of an answer. */
type Answering = { readonly text: string } | { readonly refusal: string } | "half";

type Secrets = {
  /** The secret's ARN, which a site's profile names. */
  readonly arn: string;
  answering: Answering;
  /** The ids of the requested secrets. */
  readonly reads: string[];
  /** Sets the field `password` of the secret. */
  readonly hold: (password: string) => void;
};

const credentials = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" };

/** Answers GetSecretValue on loopback as Secrets Manager does. AWS's endpoint variable leads the client here. */
export const startSecrets = async () => {
  const secrets: Secrets = {
    arn: "arn:aws:secretsmanager:eu-central-1:123456789012:secret:erp-AbCdEf",
    answering: "half",
    reads: [],
    hold: (password: string) => {
      secrets.answering = { text: JSON.stringify({ username: "reader", password }) };
    },
  };
  const server = createServer(async (incoming, response) => {
    const { SecretId } = (await json(incoming)) as { SecretId: string };
    if (incoming.headers["x-amz-target"] !== "secretsmanager.GetSecretValue")
      return void response.writeHead(404).end();
    secrets.reads.push(SecretId);
    const { answering } = secrets;
    if (answering === "half") return void response.write('{"SecretString":"');
    const refused = "refusal" in answering;
    response.writeHead(refused ? 400 : 200, { "content-type": "application/x-amz-json-1.1" });
    const stored = { ARN: SecretId, Name: "erp", VersionId: "1", VersionStages: ["AWSCURRENT"] };
    const body = refused
      ? { __type: answering.refusal, Message: "injected" }
      : { ...stored, SecretString: answering.text };
    response.end(JSON.stringify(body));
  });
  const { url, stop } = await onLoopback(server);
  Object.assign(process.env, credentials, { AWS_ENDPOINT_URL_SECRETS_MANAGER: url });
  return Object.assign(secrets, { stop });
};
export type TestSecrets = Awaited<ReturnType<typeof startSecrets>>;
