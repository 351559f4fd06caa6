import { Readable } from "node:stream";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";

/** What is used here of the SDK's request. */
type Wire = { readonly hostname: string; readonly port?: number; readonly protocol: string };

/** All our commands understand this answer: a read found nothing, or a write succeeded. */
const emptyAnswer = '{"Items":[],"Responses":{}}';

/** A request that DynamoDB answers to anybody, with a line of text; it costs nothing. */
const signOfLife = ({ hostname, port, protocol }: Wire) => {
  const host = port ? `${hostname}:${port}` : hostname;
  return {
    protocol,
    hostname,
    ...(port ? { port } : {}),
    method: "GET",
    path: "/",
    query: {},
    headers: { host },
  };
};

/**
 * Makes a client rehearse: a command passes through the whole SDK as in a request, except the last step. Not the command is sent, but a
 * request for a sign of life. So the connection is open afterwards, and nothing can have been written.
 */
export const answerRehearsals = ({ middlewareStack }: DynamoDBClient): void =>
  middlewareStack.add(
    (next) => async (handed) => {
      const answered = await next({ ...handed, request: signOfLife(handed.request as Wire) });
      const response = answered.response as { body: Readable };
      // A connection can be used again only after its answer was read.
      await response.body.toArray();
      response.body = Readable.from([Buffer.from(emptyAnswer)]);
      return answered;
    },
    { name: "answerRehearsals", step: "deserialize", priority: "low" },
  );
