import { randomUUID } from "node:crypto";
import { DynamoDBClient, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";

type Saved = { readonly box_no: string; readonly zongpai: string; readonly quantity: number };

const client = new DynamoDBClient({ endpoint: process.env.DYNAMODB_ENDPOINT ?? "" });
const TableName = process.env.TABLE_NAME;
const text = (S: string) => ({ S });
const number = (value: number) => ({ N: String(value) });

/** The transaction that the service makes of goods that are verified: the operation, the item in its box, the counters of the goods. */
const save = async ({
  box_no,
  zongpai,
  quantity,
}: Saved): Promise<Saved & { readonly recorded_at: string }> => {
  const [now, id, pk] = [Date.now(), randomUUID(), text(`Z#${zongpai}`)];
  const names = { box_no: text(box_no), zongpai: text(zongpai), quantity: number(quantity) };
  const operation = {
    pk,
    sk: text(`OP#${id}`),
    v: number(1),
    route: text("post-box"),
    who: text("anonymous"),
    at: number(now),
  };
  const box = {
    pk: text(`B#${box_no}`),
    sk: pk,
    at: number(now),
    place_pk: pk,
    place_sk: text(`B#${box_no}`),
  };
  const put = (
    Item: Record<string, ReturnType<typeof text> | ReturnType<typeof number> | { M: typeof names }>,
  ) => ({
    Put: { TableName, Item, ConditionExpression: "attribute_not_exists(pk)" },
  });
  const count = {
    TableName,
    Key: { pk, sk: text("GOODS") },
    UpdateExpression: "ADD boxed :quantity",
    ConditionExpression: "verified_at > :since",
    ExpressionAttributeValues: {
      ":quantity": number(quantity),
      ":since": number(now - 86_400_000),
    },
  };
  const TransactItems = [
    put({ ...operation, fingerprint: text(id), invocation: text(id), result: { M: names } }),
    put({ ...box, ...names }),
  ];
  await client.send(
    new TransactWriteItemsCommand({ TransactItems: [...TransactItems, { Update: count }] }),
  );
  return { box_no, zongpai, quantity, recorded_at: new Date(now).toISOString() };
};

/** The SDK and nothing else: no check, no error answer. */
export const handler = async ({ body }: { readonly body: string }) => ({
  statusCode: 201,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(await save(JSON.parse(body) as Saved)),
});
