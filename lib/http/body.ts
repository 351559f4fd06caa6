import type { APIGatewayProxyEvent } from "aws-lambda";
import { isSafeNumber, parse } from "lossless-json";
import site from "#site";
import { Refusal } from "../errors.ts";

const json = /^application\/(?:[\w.+-]+\+)?json$/i;

const headerOf = (event: APIGatewayProxyEvent, name: string): string | undefined =>
  Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];

const checkMediaType = (event: APIGatewayProxyEvent) => {
  const [type = "", ...parameters] = (headerOf(event, "content-type") ?? "").split(";").map((part) => part.trim());
  const charset = parameters
    .find((parameter) => /^charset=/i.test(parameter))
    ?.slice("charset=".length)
    .replaceAll('"', "");
  if (!json.test(type) || (charset !== undefined && !/^utf-?8$/i.test(charset))) throw new Refusal("unsupportedMediaType", {});
};

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

const textOf = ({ body, isBase64Encoded }: APIGatewayProxyEvent): string => {
  const text = body ?? "";
  const bytes = isBase64Encoded ? Buffer.from(text, "base64") : undefined;
  if ((bytes?.byteLength ?? Buffer.byteLength(text)) > site.limits.bodyBytes)
    throw new Refusal("bodyTooLarge", { limit: site.limits.bodyBytes });
  return bytes ? decoder.decode(bytes) : text;
};

/**
 * The body as one JSON object. The parser is not JSON.parse: numbers that would lose a digit or overflow become NaN, which
 * no schema takes, and a key given twice with two values is an error (a request that says two quantities says none).
 * @throws Refusal `unsupportedMediaType`, `bodyTooLarge`, `malformedJson`
 */
export const bodyOf = (event: APIGatewayProxyEvent): Record<string, unknown> => {
  checkMediaType(event);
  let value: unknown;
  try {
    const text = textOf(event);
    value = parse(text, undefined, { parseNumber: (digits) => (isSafeNumber(digits) ? Number(digits) : Number.NaN) });
  } catch (error) {
    // Also the parser's stack overflow on thousands of nested brackets.
    throw error instanceof Refusal ? error : new Refusal("malformedJson", {});
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Refusal("malformedJson", {});
  return value as Record<string, unknown>;
};
