import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import * as z from "zod";
import type { Site } from "#lib/site/schema.ts";
import { writeAtomically } from "../atomic-file.ts";
import { ensureTableStream } from "../table-stream.ts";
import { changeIn } from "./change-in.ts";
import { isOfSample } from "./sample/sample-rows.ts";

const StreamAnswer = z.object({
  StreamDescription: z.object({ Shards: z.array(z.object({ ShardId: z.string() })) }).optional(),
  ShardIterator: z.string().optional(),
  Records: z
    .array(
      z.looseObject({
        dynamodb: z.looseObject({
          SequenceNumber: z.string(),
          NewImage: z.record(z.string(), z.unknown()).optional(),
        }),
      }),
    )
    .default([]),
});

/** The last record that was sent, of each shard of each stream. */
const SentPositions = z.record(z.string(), z.string());

type SendingOptions = {
  readonly endpoint: string;
  readonly table: string;
  readonly site: Site;
  /** Where changes are sent. */
  readonly url: string;
  /** Keeps how far changes were sent. */
  readonly file: string;
  readonly onTrouble: (sentence: string) => void;
};

/** Without its positions a stream is sent from its oldest change, because a receiver knows a repeated change by its id, and a skipped one is lost. */
const readPositions = ({ file, onTrouble }: Pick<SendingOptions, "file" | "onTrouble">) => {
  if (!existsSync(file)) return {};
  const text = readFileSync(file, "utf8");
  try {
    return SentPositions.parse(JSON.parse(text));
  } catch {
    onTrouble(
      `${file} is empty or incomplete, so the changes of the last 24 hours are sent again.`,
    );
    return {};
  }
};

/** Between two looks at the stream. */
const pauseMs = 250;
/** As on AWS. */
const receiverTimeoutMs = 5_000;
const longestWaitMs = 30_000;

const troubleIn = ({ ok, status }: Response): string => {
  if (ok) return "";
  const isRedirect = status >= 300 && status < 400;
  return `answered ${status}${isRedirect ? ", and redirects are not followed" : ""}`;
};

/**
 * Sends the changes of the table's stream as a site's pipe would, from the last position. Sends one after the other, and repeats each until
 * the receiver accepts it.
 */
export const sendChanges = async ({
  endpoint,
  table,
  site,
  url,
  file,
  onTrouble,
}: SendingOptions) => {
  const StreamArn = await ensureTableStream(table, endpoint);
  const anyCredentials = { accessKeyId: "local", secretAccessKey: "local", region: "local" };
  const awsClient = new AwsClient({ ...anyCredentials, service: "dynamodb", retries: 0 });
  const stopping = new AbortController();
  const { signal } = stopping;
  const positions = readPositions({ file, onTrouble });

  const askStream = async (action: string, input: object) => {
    const response = await awsClient.fetch(endpoint, {
      headers: {
        "content-type": "application/x-amz-json-1.0",
        "x-amz-target": `DynamoDBStreams_20120810.${action}`,
      },
      body: JSON.stringify(input),
      signal,
    });
    if (!response.ok) throw new Error(`${action}: ${await response.text()}`);
    return StreamAnswer.parse(await response.json());
  };
  /** Tries until the receiver takes it, or the stage ends. */
  const deliver = async (change: string) => {
    for (let waitMs = pauseMs; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
      const trouble = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: change,
        // A redirected POST becomes a GET without the change.
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(receiverTimeoutMs)]),
      }).then(troubleIn, (error: Error) => `did not answer (${error.name})`);
      if (!trouble) return waitMs > pauseMs && onTrouble(`${url} accepts changes again.`);
      signal.throwIfAborted();
      if (waitMs === pauseMs) onTrouble(`${url} ${trouble}: the changes wait and are sent again.`);
      await sleep(waitMs, undefined, { signal });
    }
  };
  const readShard = async (ShardId: string) => {
    const shard = `${StreamArn}/${ShardId}`;
    const lastSent = positions[shard];
    const start = lastSent
      ? { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: lastSent }
      : { ShardIteratorType: "TRIM_HORIZON" };
    const { ShardIterator } = await askStream("GetShardIterator", { StreamArn, ShardId, ...start });
    const { Records } = await askStream("GetRecords", { ShardIterator });
    for (const record of Records) {
      // The sample is invented: none of it happened.
      const change = isOfSample(record.dynamodb.NewImage) ? undefined : changeIn(record, site);
      if (change) await deliver(change);
      positions[shard] = record.dynamodb.SequenceNumber;
      if (change) writeAtomically(file, JSON.stringify(positions));
    }
  };
  const readStream = async () => {
    for (;;) {
      const { StreamDescription } = await askStream("DescribeStream", { StreamArn });
      for (const { ShardId } of StreamDescription?.Shards ?? []) await readShard(ShardId);
      await sleep(pauseMs, undefined, { signal });
    }
  };
  const running = (async () => {
    // The engine may be away for a moment, if it is another than the stage's own.
    for (let lastTrouble = ""; !signal.aborted; await sleep(pauseMs))
      await readStream().catch(({ message }: Error) => {
        if (signal.aborted || message === lastTrouble) return;
        lastTrouble = message;
        onTrouble(`The changes cannot be read: ${message}. The stage tries again.`);
      });
  })();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
};
