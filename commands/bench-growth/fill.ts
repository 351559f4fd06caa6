import { setTimeout as sleep } from "node:timers/promises";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { tableName } from "#lib/store/client.ts";
import type { Row } from "./rows.ts";

/**
 * Rows of one request. A transaction of 100 is one commit of the engine and on a file about twice as fast as BatchWriteItem, whose
 * 25 puts are a commit each.
 */
const perRequest = 100;
/** The engine writes one after the other; more requests than this only wait. */
const writers = 3;
/** Tries of a request that the busy engine did not answer in time; puts may be repeated. */
const tries = 5;

/** What a fill wrote: items, of how many of its sources, in how many seconds. */
export type Filled = { readonly items: number; readonly sources: number; readonly seconds: number };

type Ends = { readonly until: number; readonly done: (sources: number) => void };

/** Writes the rows of each source, in order, until none is left or the time `until` (of performance.now) is past. */
export type Fill = (sources: Iterable<readonly Row[]>, ends?: Partial<Ends>) => Promise<Filled>;

/** Takes the rows of as many sources as go into one request. */
const batches = (sources: Iterable<readonly Row[]>, until: number) => {
  const queue = Iterator.from(sources);
  return (): { rows: Row[]; taken: number } => {
    const rows: Row[] = [];
    let taken = 0;
    while (rows.length < perRequest && performance.now() < until) {
      const next = queue.next();
      if (next.done) break;
      rows.push(...next.value);
      taken += 1;
    }
    return { rows, taken };
  };
};

/** Fills the table past the service. It has a client of its own: the service's gives up after a second and is metered. */
export const filler = (endpoint: string, stopped: AbortSignal): { fill: Fill; close: () => void } => {
  const client = new DynamoDBClient({ endpoint, maxAttempts: 1, requestHandler: { requestTimeout: 30_000, throwOnRequestTimeout: true } });
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });

  const write = async (rows: readonly Row[], signal: AbortSignal, tried = 1): Promise<void> => {
    const command = new TransactWriteCommand({ TransactItems: rows.map((Item) => ({ Put: { TableName: tableName, Item } })) });
    try {
      await documents.send(command, { abortSignal: signal });
    } catch (error) {
      if (signal.aborted || tried === tries) throw error;
      await sleep(100 * tried, undefined, { signal });
      await write(rows, signal, tried + 1);
    }
  };

  const fill: Fill = async (sources, { until = Number.POSITIVE_INFINITY, done = () => {} } = {}) => {
    const from = performance.now();
    const next = batches(sources, until);
    const failed = new AbortController();
    const signal = AbortSignal.any([stopped, failed.signal]);
    let [items, total] = [0, 0];
    const writer = async () => {
      for (let { rows, taken } = next(); taken > 0; { rows, taken } = next()) {
        signal.throwIfAborted();
        for (let at = 0; at < rows.length; at += perRequest) await write(rows.slice(at, at + perRequest), signal);
        items += rows.length;
        total += taken;
        done(taken);
      }
    };
    try {
      await Promise.all(Array.from({ length: writers }, writer));
    } catch (error) {
      failed.abort(error);
      throw error;
    }
    return { items, sources: total, seconds: (performance.now() - from) / 1_000 };
  };
  return { fill, close: () => client.destroy() };
};
