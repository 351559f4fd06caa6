import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { deadlineWithin } from "../domain/operation.ts";
import type { Table } from "./client.ts";
import { answersKey } from "./keys.ts";
import { queryFirst } from "./query.ts";

const deadline = () => deadlineWithin(10_000);

/** The partitions of places that only 0.2.0 writes. With one shard, its table has the same keys as today's. */
const formerPartitions = ["P#1", "P#2", "P#3"];

const hasFormerPlaces = async (table: Table): Promise<boolean> => {
  const found = formerPartitions.map((pk) =>
    queryFirst(table, { pk }, 1, deadline(), { index: true, only: [] }),
  );
  return (await Promise.all(found)).flat().length > 0;
};

/**
 * Refuses a table of 0.2.0, because this version would list only a part of its places. A deployed table remembers its answers, so one read
 * is enough; a local table remembers none, so its places are read.
 * @throws Error that says which version to use first
 */
export const refuseFormerTable = async (table: Table): Promise<void> => {
  const input = { TableName: table.name, Key: answersKey, ConsistentRead: true };
  const { Item } = await table.read(new GetCommand(input), deadline());
  const isFormer = Item ? "location.shards" in Object(Item.answers) : await hasFormerPlaces(table);
  if (isFormer)
    throw new Error(
      `The table ${table.name} is of version 0.2.0. Upgrade it to 0.3.0 first, by the steps in docs/upgrade.md of 0.3.0.`,
    );
};
