import type { APIGatewayProxyEvent } from "aws-lambda";
import { Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { refusalOf, unknownFieldProblem } from "./problems.ts";
import { headerValuesOf } from "./request.ts";

const jsonMediaType = /^application\/(?:[\w.+-]+\+)?json$/i;

const checkMediaType = (event: APIGatewayProxyEvent) => {
  const contentType = headerValuesOf(event, "content-type").at(-1) ?? "";
  const [mediaType = "", ...parameters] = contentType.split(";").map((part) => part.trim());
  const charset = parameters
    .find((parameter) => /^charset=/i.test(parameter))
    ?.slice("charset=".length)
    .replaceAll('"', "");
  const isUtf8 = charset === undefined || /^utf-?8$/i.test(charset);
  if (!jsonMediaType.test(mediaType) || !isUtf8) throw new Refusal("unsupportedMediaType", {});
};

const utf8Decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

const bodyTextOf = ({ body, isBase64Encoded }: APIGatewayProxyEvent, mostBytes: number): string => {
  const text = body ?? "";
  const bytes = isBase64Encoded ? Buffer.from(text, "base64") : undefined;
  if ((bytes?.byteLength ?? Buffer.byteLength(text)) > mostBytes)
    throw new Refusal("bodyTooLarge", { limit: String(mostBytes) });
  return bytes ? utf8Decoder.decode(bytes) : text;
};

/** Without sign, point, exponent, and zeros at either end. */
const significantDigitsOf = (text: string): string =>
  text.replace(/[eE].*$|[-.]/g, "").replace(/^0+|0+$/g, "");

/** Whether a number in JSON keeps all its digits in JavaScript. */
export const isExactNumber = (text: string): boolean =>
  significantDigitsOf(String(Number(text))) === significantDigitsOf(text);

const jsonTokens = /"(?:[^"\\]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\],]/g;

type JsonScope = { readonly keys: Set<unknown>; atKey: boolean } | undefined;

/**
 * Puts `null`, which no schema accepts, in place of each number that would lose a digit or overflow.
 * @throws Refusal `malformedJson` if an object has a key twice
 */
export const replaceLossyNumbers = (text: string): string => {
  const openScopes: JsonScope[] = [];
  return text.replace(jsonTokens, (token) => {
    const scope = openScopes.at(-1);
    if (token === "{") openScopes.push({ keys: new Set(), atKey: true });
    else if (token === "[") openScopes.push(undefined);
    else if (token === "}" || token === "]") openScopes.pop();
    else if (token === ",") {
      if (scope) scope.atKey = true;
    } else if (!token.startsWith('"')) return isExactNumber(token) ? token : "null";
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
      const body = replaceLossyNumbers(bodyTextOf(request.event, limits.bodyBytes));
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
    // No message means that the parser rejected a key such as `__proto__`; `data` is that key.
    request.error =
      typeof data === "string" && message === undefined
        ? refusalOf([unknownFieldProblem(data, accepts)])
        : new Refusal("malformedJson", {});
  },
});
