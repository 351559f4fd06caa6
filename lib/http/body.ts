import type { MiddlewareObj } from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { isSafeNumber } from "lossless-json";
import site from "#site";
import { Refusal } from "../errors.ts";
import { refusalOf, unknownField } from "./problems.ts";

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
    throw new Refusal("bodyTooLarge", { limit: String(site.limits.bodyBytes) });
  return bytes ? decoder.decode(bytes) : text;
};

const tokens = /"(?:[^"\\]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\],]/g;

type Scope = { readonly keys: Set<unknown>; atKey: boolean } | undefined;

/**
 * The same JSON with `null`, which no schema takes, for each number that would lose a digit or overflow.
 * @throws Refusal `malformedJson` where one object gives a key twice
 */
const withoutLoss = (text: string): string => {
  const open: Scope[] = [];
  return text.replace(tokens, (token) => {
    const scope = open.at(-1);
    if (token === "{") open.push({ keys: new Set(), atKey: true });
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (token === ",") {
      if (scope) scope.atKey = true;
    } else if (!token.startsWith('"')) return isSafeNumber(token) ? token : "null";
    else if (scope?.atKey) {
      const key: unknown = JSON.parse(token);
      if (scope.keys.has(key)) throw new Refusal("malformedJson", {});
      scope.keys.add(key);
      scope.atKey = false;
    }
    return token;
  });
};

type ParserFault = { readonly cause?: { readonly package?: unknown; readonly data?: unknown } };

/** The parser's refusals as ours; every other error as it is. */
const refused = (error: unknown): unknown => {
  const { cause } = (error ?? {}) as ParserFault;
  if (cause?.package !== "@middy/http-json-body-parser") return error;
  return cause.data === "__proto__" ? refusalOf([unknownField("__proto__")]) : new Refusal("malformedJson", {});
};

/** What the parser needs: UTF-8 text of the site's size and media type in which no number loses a digit and no key comes twice. */
const strictText: MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> = {
  before: (request) => {
    checkMediaType(request.event);
    try {
      request.event = { ...request.event, body: withoutLoss(textOf(request.event)), isBase64Encoded: false };
    } catch (error) {
      throw error instanceof Refusal ? error : new Refusal("malformedJson", {});
    }
  },
  onError: (request) => {
    request.error = refused(request.error) as Error;
  },
};

/**
 * The body as JSON in place of its text, for the routes that take one.
 * @throws Refusal `unsupportedMediaType`, `bodyTooLarge`, `malformedJson`
 */
export const jsonBody: readonly MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>[] = [
  strictText,
  httpJsonBodyParser<APIGatewayProxyEvent>({ disableContentTypeCheck: true }) as MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>,
];

/** The parsed body of a route that takes one. */
export const bodyOf = ({ body }: APIGatewayProxyEvent): Record<string, unknown> => {
  const value: unknown = body;
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Refusal("malformedJson", {});
  return value as Record<string, unknown>;
};
