import { randomUUID } from "node:crypto";
import { DynamoDBClient, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";

export type Item = { readonly box_no: string; readonly zongpai: string; readonly quantity: number };

const client = new DynamoDBClient({ endpoint: process.env.DYNAMODB_ENDPOINT ?? "" });
const TableName = process.env.TABLE_NAME;

/** The transaction that the service makes of goods that are verified: the operation, the item in its box, the counters of the goods. */
export const save = async ({ box_no, zongpai, quantity }: Item): Promise<Item & { readonly recorded_at: string }> => {
  const now = Date.now();
  const pk = { S: `Z#${zongpai}` };
  const id = randomUUID();
  await client.send(
    new TransactWriteItemsCommand({
      TransactItems: [
        {
          Put: {
            TableName,
            Item: {
              ...{ pk, sk: { S: `OP#${id}` }, v: { N: "1" }, route: { S: "post-box" }, who: { S: "anonymous" }, at: { N: String(now) } },
              ...{ fingerprint: { S: id }, invocation: { S: id } },
              result: { M: { box_no: { S: box_no }, zongpai: { S: zongpai }, quantity: { N: String(quantity) } } },
            },
            ConditionExpression: "attribute_not_exists(pk)",
          },
        },
        {
          Put: {
            TableName,
            Item: {
              ...{ pk: { S: `B#${box_no}` }, sk: pk, box_no: { S: box_no }, zongpai: { S: zongpai } },
              ...{ quantity: { N: String(quantity) }, at: { N: String(now) }, place_pk: pk, place_sk: { S: `B#${box_no}` } },
            },
            ConditionExpression: "attribute_not_exists(pk)",
          },
        },
        {
          Update: {
            TableName,
            Key: { pk, sk: { S: "GOODS" } },
            UpdateExpression: "ADD boxed :quantity",
            ConditionExpression: "verified_at > :since",
            ExpressionAttributeValues: { ":quantity": { N: String(quantity) }, ":since": { N: String(now - 86_400_000) } },
          },
        },
      ],
    }),
  );
  return { box_no, zongpai, quantity, recorded_at: new Date(now).toISOString() };
};
