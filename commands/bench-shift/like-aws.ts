import { setTimeout as sleep } from "node:timers/promises";
import {
  TransactionCanceledException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";
import type { Table } from "#lib/store/client.ts";

type Row = {
  readonly pk: string;
  readonly sk: string;
  readonly place_pk?: string;
  readonly location?: string;
};
type Write = { readonly Item?: Row; readonly Key?: Row };
type Input = Write & { readonly TransactItems?: readonly Readonly<Record<string, Write>>[] };

/** What was seen: transactions that met another, and write units of each second, by the partition, shard or shelf that took them. */
type Seen = { conflicts: number; readonly heat: Map<string, Map<number, number>> };

const message = "injected";

/**
 * Makes a table as unkind as DynamoDB is: each request takes so many milliseconds longer, and a transaction holds its items for its life,
 * in which every other write of one of them is refused. All of it is so many times slower. Gives what it saw.
 */
export const likeAws = (
  { documents }: Pick<Table, "documents">,
  latency: number,
  slower: number,
): Seen => {
  const held = new Set<string>();
  const seen: Seen = { conflicts: 0, heat: new Map() };
  const warm = (what: string, units: number) => {
    const seconds = seen.heat.get(what) ?? new Map<number, number>();
    const now = Math.floor(performance.now() / 1_000 / slower);
    seen.heat.set(what, seconds.set(now, (seconds.get(now) ?? 0) + units));
  };
  documents.middlewareStack.add(
    (next) => async (args) => {
      const { TransactItems, ...single } = args.input as Input;
      const writes = TransactItems
        ? TransactItems.flatMap((action) => Object.values(action))
        : single.Item
          ? [single]
          : [];
      const rows = writes.flatMap(({ Item, Key }) => Item ?? Key ?? []);
      const items = rows.map(({ pk, sk }) => `${pk} ${sk}`);
      const met = items.map((item) => held.has(item));
      if (met.includes(true)) {
        seen.conflicts += 1;
        await sleep(latency * slower);
        const $metadata = { httpStatusCode: 400 };
        if (!TransactItems) throw new TransactionConflictException({ $metadata, message });
        const CancellationReasons = met.map((conflict) => ({
          Code: conflict ? "TransactionConflict" : "None",
        }));
        throw new TransactionCanceledException({ $metadata, message, CancellationReasons });
      }
      for (const { pk, place_pk = "", location } of rows) {
        warm(pk, TransactItems ? 2 : 1);
        if (place_pk.startsWith("P#")) warm(place_pk, 1);
        if (location !== undefined) warm(`shelf ${location}`, 1);
      }
      if (TransactItems) for (const item of items) held.add(item);
      try {
        await sleep(latency * slower);
        return await next(args);
      } finally {
        if (TransactItems) for (const item of items) held.delete(item);
      }
    },
    { step: "initialize", name: "likeAws", priority: "high" },
  );
  return seen;
};
