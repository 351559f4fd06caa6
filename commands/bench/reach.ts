import { documents } from "#lib/store/client.ts";

let port = "";

/**
 * Makes the service call this engine from now on. Its client has one endpoint for the life of the process, as in Lambda; here the
 * tables of all sizes are measured in turn, so the request is turned to another port on its way.
 */
export const reach = (endpoint: string): void => {
  port = new URL(endpoint).port;
};

documents.middlewareStack.add(
  (next) => (args) => {
    Object.assign(args.request as object, { port: Number(port) });
    return next(args);
  },
  { step: "build", name: "reachEngine" },
);
