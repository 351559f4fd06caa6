type Action = { ConditionExpression?: string };
type Transaction = { TransactItems?: Readonly<Record<string, Action>>[] };

/** A condition that always holds, and still names every value that it is sent with, as DynamoDB demands. */
const always = (condition: string) => `(${condition}) OR attribute_exists(pk) OR attribute_not_exists(pk)`;

/** Takes the condition away from one action of each transaction. */
const without = (at: number) => (operation: string, body: string) => {
  if (operation !== "TransactWriteItems") return body;
  const transaction = JSON.parse(body) as Transaction;
  for (const action of Object.values(transaction.TransactItems?.[at] ?? {}))
    if (action.ConditionExpression) action.ConditionExpression = always(action.ConditionExpression);
  return JSON.stringify(transaction);
};

/** Rules that a run can break between the service and the engine: a count that does not find them proves nothing. */
export const plants = {
  /** A command that is sent again is recorded again. */
  row: without(0),
  /** An item is saved over, and corrected from a quantity that it no longer has. */
  item: without(1),
  /** The counters are moved whatever they are. */
  counters: without(2),
  /** A refusal is told, and keeps nobody from recording: it is written elsewhere. */
  refusal: (operation: string, body: string) => {
    if (operation !== "PutItem" || !body.includes('"refusal"')) return body;
    const put = JSON.parse(body) as Action & { Item: Record<string, { S?: string }> };
    put.Item.sk = { S: `LOST#${put.Item.sk?.S}` };
    return JSON.stringify(put);
  },
} as const satisfies Record<string, (operation: string, body: string) => string>;

export type Plant = keyof typeof plants;
