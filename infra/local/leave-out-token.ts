import type { Table } from "#lib/store/client.ts";

const tokenField = /,"ClientRequestToken":"[^"]*"/;

/**
 * Sends transactions without the random token that the SDK puts into each for attempts of its own: it makes one attempt, and the embedded
 * engine gets slower with each token. `build` is the SDK's step for changing a request that is serialised; latin1 keeps every byte.
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
        if (body instanceof Uint8Array) {
          const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString("latin1");
          request.body = Buffer.from(text.replace(tokenField, ""), "latin1");
        }
        return next(args);
      },
    { step: "build", name: "leaveOutToken", priority: "high" },
  );
