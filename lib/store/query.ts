import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Deadline } from "../domain/operation.ts";
import { documents, read, tableName } from "./client.ts";
import type { Item } from "./expression.ts";
import { table } from "./table.ts";

export type Range = { readonly pk: string; readonly from?: string; readonly to?: string };
export type Source = { readonly index: true } | { readonly consistent: true };

/** Every item of one partition, or of a range of its sort keys, page after page until none is left. */
export const queryAll = async ({ pk, from, to }: Range, deadline: Deadline, source: Source): Promise<Item[]> => {
  const keys = "index" in source ? table.index : table;
  const bounded = from !== undefined && to !== undefined;
  const items: Item[] = [];
  let start: Item | undefined;
  do {
    const page = await read(deadline, (options) =>
      documents.send(
        new QueryCommand({
          TableName: tableName,
          ...("index" in source ? { IndexName: table.index.name } : { ConsistentRead: true }),
          KeyConditionExpression: bounded ? "#pk = :pk AND #sk BETWEEN :from AND :to" : "#pk = :pk",
          ExpressionAttributeNames: { "#pk": keys.partitionKey, ...(bounded ? { "#sk": keys.sortKey } : {}) },
          ExpressionAttributeValues: { ":pk": pk, ...(bounded ? { ":from": from, ":to": to } : {}) },
          ExclusiveStartKey: start,
        }),
        options,
      ),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start);
  return items;
};
