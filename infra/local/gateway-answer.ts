import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { APIGatewayProxyResult } from "aws-lambda";

/** An answer that can be sent; `headers` are names and values in turn, as node:http takes them. */
export type GatewayAnswer = {
  readonly status: number;
  readonly headers: readonly string[];
  /** Text is sent in one piece with the headers. */
  readonly body: Buffer | string;
};

/**
 * Makes an answer from a handler's result.
 * @throws TypeError if API Gateway would not accept the result
 */
export const answerOf = (result: APIGatewayProxyResult, requestId: string): GatewayAnswer => {
  const { statusCode, headers = {}, body = "", isBase64Encoded = false } = result ?? {};
  if (!Number.isInteger(statusCode) || typeof body !== "string")
    throw new TypeError("the handler's result is no proxy response");
  const sent = isBase64Encoded ? Buffer.from(body, "base64") : body;
  return {
    status: statusCode,
    headers: [
      ...Object.entries(headers).flatMap(([name, value]) => [name, String(value)]),
      ...["x-amzn-requestid", requestId, "content-length", String(Buffer.byteLength(sent))],
    ],
    body: sent,
  };
};

/** Sends an answer on a connection whose request node:http could not read, and closes it. */
export const sendRaw = (socket: Duplex, { status, headers, body }: GatewayAnswer): void => {
  const lines = headers.map((text, index) => text + (index % 2 === 0 ? ": " : "\r\n")).join("");
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}connection: close\r\n\r\n`;
  socket.resume().end(Buffer.concat([Buffer.from(head, "latin1"), Buffer.from(body)]));
};
