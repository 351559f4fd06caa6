import { randomUUID } from "node:crypto";
import { DynamoDBClient, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";

type Saved = { readonly box_no: string; readonly zongpai: string; readonly quantity: number };

const client = new DynamoDBClient({ endpoint: process.env.DYNAMODB_ENDPOINT ?? "" });
const TableName = process.env.TABLE_NAME;
const text = (S: string) => ({ S });
const number = (value: number) => ({ N: String(value) });

/** The reference: the SDK's client and nothing else makes the transaction that the service makes of verified goods, without a check. */
export const handler = async ({ body }: { readonly body: string }) => {
  const { box_no, zongpai, quantity } = JSON.parse(body) as Saved;
  const [now, id, pk] = [Date.now(), randomUUID(), text(`Z#${zongpai}`)];
  const names = { box_no: text(box_no), zongpai: text(zongpai), quantity: number(quantity) };
  const at = number(now);
  const written = { v: number(1), route: text("post-box"), who: text("anonymous"), at };
  const operation = { pk, sk: text(`OP#${id}`), ...written, fingerprint: text(id) };
  const place = { place_pk: pk, place_sk: text(`B#${box_no}`) };
  const ConditionExpression = "attribute_not_exists(pk)";
  const puts = [
    { ...operation, invocation: text(id), result: { M: names } },
    { pk: text(`B#${box_no}`), sk: pk, at, ...place, ...names },
  ].map((Item) => ({ Put: { TableName, Item, ConditionExpression } }));
  const Update = {
    TableName,
    Key: { pk, sk: text("GOODS") },
    UpdateExpression: "ADD boxed :quantity",
    ConditionExpression: "verified_at > :since",
    ExpressionAttributeValues: {
      ":quantity": names.quantity,
      ":since": number(now - 86_400_000),
    },
  };
  await client.send(new TransactWriteItemsCommand({ TransactItems: [...puts, { Update }] }));
  const recorded_at = new Date(now).toISOString();
  return { statusCode: 201, body: JSON.stringify({ box_no, zongpai, quantity, recorded_at }) };
};
