import {
  type ServerResponse,
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
} from "node:http";
import type { Duplex } from "node:stream";
import type { APIGatewayProxyResult } from "aws-lambda";

/** An answer that can be sent; `headers` are names and values in turn, as node:http takes them. */
export type Answer = {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Buffer;
};

type HeaderValue = string | number | boolean;

/** Headers about the connection and the length, which only the gateway sets. */
const ours = new Set(["connection", "content-length", "keep-alive", "transfer-encoding"]);

const headersOf = ({
  headers = {},
  multiValueHeaders = {},
}: APIGatewayProxyResult): (readonly [string, HeaderValue])[] => {
  const several = Object.entries(multiValueHeaders).flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  );
  // If a header is in both, that of multiValueHeaders counts, as in API Gateway.
  const named = new Set(several.map(([name]) => name.toLowerCase()));
  const all = [
    ...Object.entries(headers).filter(([name]) => !named.has(name.toLowerCase())),
    ...several,
  ];
  return all.filter(([name]) => !ours.has(name.toLowerCase()));
};

/**
 * Makes an answer from a handler's result.
 * @throws TypeError if API Gateway would not accept the result
 */
export const answerOf = (result: APIGatewayProxyResult, requestId: string): Answer => {
  const { statusCode, body = "", isBase64Encoded = false } = result ?? {};
  if (
    !Number.isInteger(statusCode) ||
    statusCode < 200 ||
    statusCode > 599 ||
    typeof body !== "string"
  )
    throw new TypeError("the handler's result is no proxy response");
  const headers = headersOf(result);
  for (const [name, value] of headers) {
    validateHeaderName(name);
    validateHeaderValue(name, String(value));
  }
  const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  const typed = headers.some(([name]) => name.toLowerCase() === "content-type");
  return {
    status: statusCode,
    headers: [
      ...headers.flatMap(([name, value]) => [name, String(value)]),
      ...(typed ? [] : ["content-type", "application/json"]),
      ...["x-amzn-requestid", requestId, "content-length", String(bytes.length)],
    ],
    body: bytes,
  };
};

/** Sends an answer; with `last`, the connection takes no further request. */
export const send = (response: ServerResponse, answer: Answer, last: boolean): void => {
  response.writeHead(answer.status, [...answer.headers, ...(last ? ["connection", "close"] : [])]);
  response.write(answer.body);
};

/** Milliseconds after which a connection that does not speak HTTP is closed. */
const patience = 1_000;

/** Sends an answer on a connection whose request node:http could not read, and closes it. */
export const sendRaw = (socket: Duplex, { status, headers, body }: Answer): void => {
  const lines = headers.flatMap((name, at) =>
    at % 2 === 0 ? [`${name}: ${headers[at + 1]}`] : [],
  );
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    ...lines,
    "connection: close",
    "",
    "",
  ].join("\r\n");
  socket.on("error", () => socket.destroy());
  socket.resume();
  socket.end(Buffer.concat([Buffer.from(head, "latin1"), body]));
  setTimeout(() => socket.destroy(), patience).unref();
};
