type Action = { ConditionExpression?: string };
type Transaction = { TransactItems?: Readonly<Record<string, Action>>[] };

/** Makes a condition of one action of each transaction hold; every value that it is sent with is still named, as DynamoDB demands, and AND
 * binds tighter than OR. */
const without =
  (at: number, kinds: readonly string[], or: string) => (operation: string, body: string) => {
    if (operation !== "TransactWriteItems") return body;
    const transaction = JSON.parse(body) as Transaction;
    for (const [kind, action] of Object.entries(transaction.TransactItems?.[at] ?? {}))
      if (action.ConditionExpression && kinds.includes(kind))
        action.ConditionExpression = `${action.ConditionExpression} OR ${or}`;
    return JSON.stringify(transaction);
  };

const always = "attribute_exists(pk) OR attribute_not_exists(pk)";

/** Rules that a run can break between the service and the engine: a count that does not find them proves nothing. */
export const plants = {
  /** A command that is sent again is recorded again. */
  row: without(0, ["Put"], always),
  /** An item is corrected from a quantity that it no longer has. */
  compare: without(1, ["Update", "Delete"], "attribute_exists(pk)"),
  /** The counters are moved whatever they are. */
  counters: without(2, ["Update"], always),
  /** A refusal is told, and stands for nobody: what comes later may be recorded. */
  refusal: (operation: string, body: string) =>
    operation === "PutItem" ? body.replace(/("stands_until":\{"N":")\d+/, "$10") : body,
} as const satisfies Record<string, (operation: string, body: string) => string>;

export type Plant = keyof typeof plants;
