import type { APIGatewayProxyEvent } from "aws-lambda";
import { Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { refusalOf, unknownField } from "./problems.ts";
import { headerValues } from "./request.ts";

const json = /^application\/(?:[\w.+-]+\+)?json$/i;

const checkMediaType = (event: APIGatewayProxyEvent) => {
  const [type = "", ...parameters] = (headerValues(event, "content-type").at(-1) ?? "")
    .split(";")
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => /^charset=/i.test(parameter))
    ?.slice("charset=".length)
    .replaceAll('"', "");
  if (!json.test(type) || (charset !== undefined && !/^utf-?8$/i.test(charset)))
    throw new Refusal("unsupportedMediaType", {});
};

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

const textOf = ({ body, isBase64Encoded }: APIGatewayProxyEvent, limit: number): string => {
  const text = body ?? "";
  const bytes = isBase64Encoded ? Buffer.from(text, "base64") : undefined;
  if ((bytes?.byteLength ?? Buffer.byteLength(text)) > limit)
    throw new Refusal("bodyTooLarge", { limit: String(limit) });
  return bytes ? decoder.decode(bytes) : text;
};

/** Without sign, point, exponent, and zeros at either end. */
const digitsOf = (text: string): string =>
  text.replace(/[eE].*$|[-.]/g, "").replace(/^0+|0+$/g, "");

/** Whether a number in JSON keeps all its digits in JavaScript. */
export const isExact = (text: string): boolean => digitsOf(String(Number(text))) === digitsOf(text);

const tokens = /"(?:[^"\\]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\],]/g;

type Scope = { readonly keys: Set<unknown>; atKey: boolean } | undefined;

/**
 * Puts `null`, which no schema accepts, in place of each number that would lose a digit or overflow.
 * @throws Refusal `malformedJson` if an object has a key twice
 */
export const withoutLoss = (text: string): string => {
  const open: Scope[] = [];
  return text.replace(tokens, (token) => {
    const scope = open.at(-1);
    if (token === "{") open.push({ keys: new Set(), atKey: true });
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (token === ",") {
      if (scope) scope.atKey = true;
    } else if (!token.startsWith('"')) return isExact(token) ? token : "null";
    else if (scope?.atKey) {
      const key: unknown = JSON.parse(token);
      if (scope.keys.has(key)) throw new Refusal("malformedJson", {});
      scope.keys.add(key);
      scope.atKey = false;
    }
    return token;
  });
};

/**
 * Checks the body before the parser, and turns the parser's errors into refusals.
 * @throws Refusal `unsupportedMediaType`, `bodyTooLarge`, `malformedJson`
 */
export const strictText = ({ limits, accepts }: Site) => ({
  before: (request: { event: APIGatewayProxyEvent }): void => {
    checkMediaType(request.event);
    try {
      const body = withoutLoss(textOf(request.event, limits.bodyBytes));
      // A copy: the parser changes the event, and the event belongs to the caller.
      request.event = { ...request.event, body, isBase64Encoded: false };
    } catch (error) {
      throw error instanceof Refusal ? error : new Refusal("malformedJson", {});
    }
  },
  onError: (request: { error: Error | null | undefined }): void => {
    type Cause = { readonly package?: unknown; readonly data?: unknown; readonly message?: string };
    const { cause } = (request.error ?? {}) as { cause?: Cause };
    if (cause?.package !== "@middy/http-json-body-parser") return;
    const { data, message } = cause;
    // Without a message it is the name of a field that the parser takes in no object.
    request.error =
      typeof data === "string" && message === undefined
        ? refusalOf([unknownField(data, accepts)])
        : new Refusal("malformedJson", {});
  },
});
