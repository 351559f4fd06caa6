import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import * as z from "zod";
import type { Site } from "#lib/site/schema.ts";
import { writeAtomically } from "../atomic-file.ts";
import { ensureTableStream } from "../table-stream.ts";
import { changeIn } from "./change-in.ts";
import { isOfSample } from "./sample/sample-key.ts";

const StreamAnswer = z.object({
  StreamDescription: z.object({ Shards: z.array(z.object({ ShardId: z.string() })) }).optional(),
  ShardIterator: z.string().optional(),
  Records: z
    .array(
      z.looseObject({
        dynamodb: z.looseObject({
          SequenceNumber: z.string(),
          Keys: z.object({ sk: z.object({ S: z.string() }) }),
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
  /** Where it is kept how far they were sent. */
  readonly file: string;
  readonly onTrouble: (sentence: string) => void;
};

/** Without its positions a stream is sent from its oldest change: one that is sent twice is known by its id, one that is skipped is lost. */
const readPositions = ({ file, onTrouble }: Pick<SendingOptions, "file" | "onTrouble">) => {
  if (!existsSync(file)) return {};
  const text = readFileSync(file, "utf8");
  try {
    return SentPositions.parse(JSON.parse(text));
  } catch {
    onTrouble(
      `${file} is empty or not whole: which changes were sent is unknown, so those of the last 24 hours are sent again.`,
    );
    return {};
  }
};

/** Milliseconds: between two looks at the stream, and for which a receiver may think, as on AWS. */
const pauseMs = 250;
const receiverTimeoutMs = 5_000;
const longestWaitMs = 30_000;

const troubleIn = ({ ok, status }: Response): string => {
  if (ok) return "";
  const isRedirect = status >= 300 && status < 400;
  return `answered ${status}${isRedirect ? ", and redirects are not followed" : ""}`;
};

/**
 * Sends what a site's pipe would send of the table's stream, from where it stopped the last time: one after the other, each until it is
 * taken.
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
  const any = { accessKeyId: "local", secretAccessKey: "local", region: "local" };
  const signed = new AwsClient({ ...any, service: "dynamodb", retries: 0 });
  const ending = new AbortController();
  const { signal } = ending;
  const positions = readPositions({ file, onTrouble });

  const ask = async (action: string, question: object) => {
    const answer = await signed.fetch(endpoint, {
      headers: {
        "content-type": "application/x-amz-json-1.0",
        "x-amz-target": `DynamoDBStreams_20120810.${action}`,
      },
      body: JSON.stringify(question),
      signal,
    });
    if (!answer.ok) throw new Error(`${action}: ${await answer.text()}`);
    return StreamAnswer.parse(await answer.json());
  };
  /** Tries until the receiver takes it, or the stage ends. */
  const deliver = async (body: string) => {
    for (let wait = pauseMs; ; wait = Math.min(2 * wait, longestWaitMs)) {
      const trouble = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
        // A redirected POST becomes a GET without the change.
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(receiverTimeoutMs)]),
      }).then(troubleIn, (error: Error) => `did not answer (${error.name})`);
      if (!trouble) return wait > pauseMs && onTrouble(`${url} takes changes again.`);
      signal.throwIfAborted();
      if (wait === pauseMs) onTrouble(`${url} ${trouble}: changes wait, and are sent again.`);
      await sleep(wait, undefined, { signal });
    }
  };
  const readShard = async (ShardId: string) => {
    const place = `${StreamArn}/${ShardId}`;
    const from = positions[place];
    const { ShardIterator } = await ask("GetShardIterator", {
      ...{ StreamArn, ShardId },
      ...(from
        ? { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: from }
        : { ShardIteratorType: "TRIM_HORIZON" }),
    });
    for (const record of (await ask("GetRecords", { ShardIterator })).Records) {
      // What the stage made up happened nowhere.
      const change = isOfSample(record.dynamodb.Keys.sk.S) ? undefined : changeIn(record, site);
      if (change) await deliver(change);
      positions[place] = record.dynamodb.SequenceNumber;
      if (change) writeAtomically(file, JSON.stringify(positions));
    }
  };
  const run = async () => {
    for (;;) {
      const { StreamDescription } = await ask("DescribeStream", { StreamArn });
      for (const { ShardId } of StreamDescription?.Shards ?? []) await readShard(ShardId);
      await sleep(pauseMs, undefined, { signal });
    }
  };
  const running = (async () => {
    // The engine may be away for a moment, if it is another than the stage's own.
    for (let said = ""; !signal.aborted; await sleep(pauseMs))
      await run().catch(({ message }: Error) => {
        if (signal.aborted || message === said) return;
        said = message;
        onTrouble(`The changes cannot be read: ${message}. They are looked for again.`);
      });
  })();
  return {
    stop: () => {
      ending.abort();
      return running;
    },
  };
};
