import { Readable } from "node:stream";
import type { DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { silentMeter } from "../metrics.ts";
import { openTable, type Table } from "./client.ts";

/** The answer to any of our commands: a read found nothing, or a write succeeded. */
const emptyAnswer = '{"Items":[],"Responses":{}}';

type PrimingRequest = {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
};

/**
 * The table while a function is primed. In place of each command it sends `GET /`, which DynamoDB answers without credentials, on the
 * connections of the table. So a connection is open afterwards, and nothing was written.
 */
export const primingTable = (table: Table): Table => {
  const { requestHandler } = table.documents.config;
  const handle = async (request: PrimingRequest) => {
    const { protocol, hostname, port } = request;
    const headers = { host: port === undefined ? hostname : `${hostname}:${port}` };
    const target = { protocol, hostname, port, path: "/", query: {} };
    const { response } = await requestHandler.handle({ ...target, method: "GET", headers });
    // A connection can be used again only after its answer was read.
    await response.body.toArray();
    return { response: { ...response, body: Readable.from([Buffer.from(emptyAnswer)]) } };
  };
  const primingHandler: DynamoDBClientConfig["requestHandler"] = {
    handle,
    updateHttpClientConfig: () => {},
    httpHandlerConfigs: () => ({}),
  };
  const { name, endpoint } = table;
  const primed = openTable({ name, endpoint, requestHandler: primingHandler });
  return { ...primed, count: silentMeter.count };
};
