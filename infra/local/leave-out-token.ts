import type { Table } from "#lib/store/client.ts";

const tokenField = /,"ClientRequestToken":"[^"]*"/;

/** The body of a request without the token; latin1 keeps every byte. */
export const withoutToken = (body: Uint8Array): Buffer => {
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString("latin1");
  return Buffer.from(text.replace(tokenField, ""), "latin1");
};

/**
 * Sends transactions without the random token that the SDK puts into each for attempts of its own: it makes one attempt, and the embedded
 * engine gets slower with each token. `build` is the SDK's step for changing a request that is serialised.
 */
export const leaveOutToken = ({ documents }: Table): void =>
  documents.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const { request } = args;
        if (commandName !== "TransactWriteItemsCommand") return next(args);
        if (typeof request !== "object" || request === null || !("body" in request))
          return next(args);
        const { body } = request;
        if (body instanceof Uint8Array) request.body = withoutToken(body);
        return next(args);
      },
    { step: "build", name: "leaveOutToken", priority: "high" },
  );
