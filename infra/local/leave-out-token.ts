import type { Table } from "#lib/store/client.ts";

const tokenStart = ',"ClientRequestToken":"';

/**
 * The body of a request without the token. The SDK writes the token behind the actions, so the search begins at the end; in a text the quotes
 * would be escaped.
 */
export const withoutToken = (bytes: Uint8Array): Buffer => {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = body.lastIndexOf(tokenStart);
  if (start < 0) return body;
  const lastQuote = body.indexOf('"', start + tokenStart.length);
  return Buffer.concat([body.subarray(0, start), body.subarray(lastQuote + 1)]);
};

type Handler<Args, Out> = (args: Args) => Promise<Out>;
const stepWithoutToken =
  <Args extends { request: unknown }, Out>(
    next: Handler<Args, Out>,
    { commandName }: { readonly commandName?: string },
  ): Handler<Args, Out> =>
  async (args) => {
    const { request } = args;
    if (commandName !== "TransactWriteItemsCommand") return next(args);
    if (typeof request !== "object" || request === null || !("body" in request)) return next(args);
    const { body } = request;
    if (body instanceof Uint8Array) request.body = withoutToken(body);
    return next(args);
  };

/**
 * Sends transactions without the random token that the SDK adds for its own retries. The SDK makes one attempt here, and the embedded
 * engine gets slower with each token. `build` is the SDK's step for changing a request that is serialised.
 */
export const leaveOutToken = ({ documents, transactions }: Table): void => {
  const place = { step: "build", name: "leaveOutToken", priority: "high" } as const;
  documents.middlewareStack.add(stepWithoutToken, place);
  transactions.middlewareStack.add(stepWithoutToken, place);
};
