import { once } from "node:events";
import { Readable } from "node:stream";
import { silentMeter } from "../metrics.ts";
import type { Table } from "./client.ts";

/** The answer to any of our commands: a read found nothing, or a write succeeded. */
const emptyAnswer = '{"Items":[],"Responses":{}}';

const emptyBody = (): Readable => {
  const body = new Readable({ read: () => {} });
  body.push(emptyAnswer);
  body.push(null);
  return body;
};

type PrimingRequest = {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
};

/**
 * The table while a function is primed. In place of each command it sends `GET /`, which DynamoDB answers without credentials, on the
 * connections of the table. So a connection is open afterwards, and nothing was written. A step of the command does this: later requests
 * use the same client, which has its configuration by then.
 */
export const primingTable = (table: Table): Table => {
  const { requestHandler } = table.documents.config;
  const sendSignOfLife = async ({ protocol, hostname, port }: PrimingRequest) => {
    const headers = { host: port === undefined ? hostname : `${hostname}:${port}` };
    const target = { protocol, hostname, port, path: "/", query: {} };
    const { response } = await requestHandler.handle({ ...target, method: "GET", headers });
    // A connection can be used again only after its answer was read.
    await once(response.body.resume(), "close");
    return { response: { ...response, body: emptyBody() } };
  };
  const signOfLife =
    () =>
    ({ request }: { readonly request: unknown }) =>
      sendSignOfLife(request as PrimingRequest);
  const place = { step: "deserialize", priority: "low" } as const;
  return {
    ...table,
    count: silentMeter.count,
    // Its example must not become a guess about a row of the site.
    verified: new Map(),
    send: (command, deadline) => {
      command.middlewareStack.add(signOfLife, place);
      return table.send(command, deadline);
    },
    read: (command, deadline) => {
      command.middlewareStack.add(signOfLife, place);
      return table.read(command, deadline);
    },
    transact: (command, deadline) => {
      command.middlewareStack.add(signOfLife, place);
      return table.transactUncached(command, deadline);
    },
  };
};
