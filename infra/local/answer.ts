import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { APIGatewayProxyResult } from "aws-lambda";

/** An answer that can be sent; `headers` are names and values in turn, as node:http takes them. */
export type Answer = {
  readonly status: number;
  readonly headers: readonly string[];
  /** Text is sent in one piece with the headers. */
  readonly body: Buffer | string;
};

/** Only the gateway sets these. */
const ours = new Set(["connection", "content-length", "keep-alive", "transfer-encoding"]);

/** The headers of a result. If a header is in both of its parts, that of multiValueHeaders counts, as in API Gateway. */
const headersOf = ({ headers = {}, multiValueHeaders = {} }: APIGatewayProxyResult) => {
  const several = Object.entries(multiValueHeaders).flatMap(([name, values]) =>
    values.map((value) => [name, String(value)] as const),
  );
  const named = new Set([...ours, ...several.map(([name]) => name.toLowerCase())]);
  const single = Object.entries(headers).filter(([name]) => !named.has(name.toLowerCase()));
  return [...single.map(([name, value]) => [name, String(value)] as const), ...several];
};

/**
 * Makes an answer from a handler's result.
 * @throws TypeError if API Gateway would not accept the result
 */
export const answerOf = (result: APIGatewayProxyResult, requestId: string): Answer => {
  const { statusCode, body = "", isBase64Encoded = false } = result ?? {};
  if (!Number.isInteger(statusCode) || typeof body !== "string")
    throw new TypeError("the handler's result is no proxy response");
  const headers = headersOf(result);
  const sent = isBase64Encoded ? Buffer.from(body, "base64") : body;
  const typed = headers.some(([name]) => name.toLowerCase() === "content-type");
  return {
    status: statusCode,
    headers: [
      ...headers.flat(),
      ...(typed ? [] : ["content-type", "application/json"]),
      ...["x-amzn-requestid", requestId, "content-length", String(Buffer.byteLength(sent))],
    ],
    body: sent,
  };
};

/** Sends an answer on a connection whose request node:http could not read, and closes it. */
export const sendRaw = (socket: Duplex, { status, headers, body }: Answer): void => {
  const lines = headers.map((text, at) => text + (at % 2 === 0 ? ": " : "\r\n")).join("");
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}connection: close\r\n\r\n`;
  socket.resume().end(Buffer.concat([Buffer.from(head, "latin1"), Buffer.from(body)]));
};
