import { randomUUID } from "node:crypto";
import { DynamoDBClient, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";

const client = new DynamoDBClient({ endpoint: process.env.DYNAMODB_ENDPOINT ?? "" });
const TableName = process.env.TABLE_NAME;
const ConditionExpression = "attribute_not_exists(pk)";
const text = (S: string) => ({ S });
const number = (value: number) => ({ N: String(value) });

/** The reference: the service's transaction for verified goods, without any of its checks. */
export const handler = async ({ body }: { readonly body: string }) => {
  const saved = JSON.parse(body) as { box_no: string; zongpai: string; quantity: number };
  const [now, id, pk] = [Date.now(), text(randomUUID()), text(`Z#${saved.zongpai}`)];
  const [at, quantity, box] = [number(now), number(saved.quantity), text(`B#${saved.box_no}`)];
  const names = { box_no: text(saved.box_no), zongpai: text(saved.zongpai), quantity };
  const marks = { v: number(1), route: text("post-box"), who: text("anonymous"), at };
  const puts = [
    { pk, sk: id, ...marks, fingerprint: id, invocation: id, result: { M: names } },
    { pk: box, sk: pk, at, place_pk: pk, place_sk: box, ...names },
  ].map((Item) => ({ Put: { TableName, Item, ConditionExpression } }));
  const Update = {
    TableName,
    Key: { pk, sk: text("GOODS") },
    UpdateExpression: "ADD boxed :quantity",
    ConditionExpression: "verified_at > :since",
    ExpressionAttributeValues: { ":quantity": quantity, ":since": number(now - 86_400_000) },
  };
  await client.send(new TransactWriteItemsCommand({ TransactItems: [...puts, { Update }] }));
  const answer = { ...saved, recorded_at: new Date(now).toISOString() };
  return { statusCode: 201, body: JSON.stringify(answer) };
};
