import { Readable } from "node:stream";
import type { DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { silentMeter } from "../metrics.ts";
import { openTable, type Table } from "./client.ts";

/** For any of our commands: a read found nothing, or a write succeeded. */
const emptyAnswer = '{"Items":[],"Responses":{}}';

type PrimingRequest = {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
};

/**
 * The table while a function is primed: in place of each command it sends `GET /`, which DynamoDB answers to anybody, on the connections
 * of the table. So a connection is open afterwards, and nothing was written.
 */
export const primingTable = (table: Table): Table => {
  const { requestHandler } = table.documents.config;
  const handle = async (request: PrimingRequest) => {
    const { protocol, hostname, port } = request;
    const headers = { host: port === undefined ? hostname : `${hostname}:${port}` };
    const { response } = await requestHandler.handle({
      ...{ protocol, hostname, port, method: "GET", path: "/", query: {}, headers },
    });
    // A connection can be used again only after its answer was read.
    await response.body.toArray();
    return { response: { ...response, body: Readable.from([Buffer.from(emptyAnswer)]) } };
  };
  const handler: DynamoDBClientConfig["requestHandler"] = {
    ...{ handle, updateHttpClientConfig: () => {}, httpHandlerConfigs: () => ({}) },
  };
  return {
    ...openTable({ name: table.name, endpoint: table.endpoint, requestHandler: handler }),
    count: silentMeter.count,
  };
};
