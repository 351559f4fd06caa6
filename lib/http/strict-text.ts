import type { APIGatewayProxyEvent } from "aws-lambda";
import { trimEndOf } from "../domain/value.ts";
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
const significantDigitsOf = (text: string): string => {
  const [mantissa = ""] = text.split(/[eE]/, 1);
  return trimEndOf(mantissa.replace(/[-.]/g, "").replace(/^0+/, ""), "0");
};

/** Whether a number in JSON keeps all its digits in JavaScript. */
export const isExactNumber = (text: string): boolean =>
  significantDigitsOf(String(Number(text))) === significantDigitsOf(text);

/** A text, which with a colon behind it is a key; a number; where an object begins and ends; and what is between them. */
const jsonTokens =
  /"(?:[^"\\]|\\.)*"(?:\s*:)?|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}]|[^"{}\d-]+/gy;

/**
 * Puts `null`, which no schema accepts, in place of each number that would lose a digit or overflow.
 * @throws SyntaxError if the text is no JSON; Refusal `malformedJson` if an object has a key twice
 */
export const replaceLossyNumbers = (text: string): string => {
  // In valid JSON each token begins where the one before it ends, so the scan is linear.
  JSON.parse(text);
  const keysOfOpenObjects: Set<unknown>[] = [];
  return text.replace(jsonTokens, (token) => {
    if (token === "{") keysOfOpenObjects.push(new Set());
    else if (token === "}") keysOfOpenObjects.pop();
    else if (/^[-\d]/.test(token)) return isExactNumber(token) ? token : "null";
    else if (token.endsWith(":")) {
      const keys = keysOfOpenObjects.at(-1);
      const key: unknown = JSON.parse(token.slice(0, -1));
      if (keys?.has(key)) throw new Refusal("malformedJson", {});
      keys?.add(key);
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
