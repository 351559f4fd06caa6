import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import type { Table } from "#lib/store/client.ts";
import type { TableItem } from "#lib/store/expression.ts";

type Handler<In, Out> = (args: { input: In }) => Promise<{ output: Out; response: unknown }>;
type Step = <In extends object, Out extends object>(
  next: Handler<In, Out>,
  context: { readonly commandName?: string },
) => Handler<In, Out>;

/** How a client takes the values of items: plain, or marshalled. */
type ValueForm = {
  /** The input of a command with plain values. */
  readonly plain: (input: object) => object;
  /** Attributes as the client takes them. */
  readonly sent: (attributes: TableItem) => TableItem;
};

const same = <Value>(value: Value): Value => value;

type MarshalledPart = { readonly [name: string]: Parameters<typeof unmarshall>[0] };
const parts = ["Item", "Key", "ExpressionAttributeValues"];
const withPlainParts = (action: MarshalledPart): object => {
  const found = parts.flatMap((name) => (action[name] ? [[name, unmarshall(action[name])]] : []));
  return { ...action, ...Object.fromEntries(found) };
};

/** The input of a transaction with plain values, as the document client would take it. */
export const plainTransaction = (input: object): TableItem => {
  const { TransactItems = [] } = input as { TransactItems?: Record<string, MarshalledPart>[] };
  const actions = TransactItems.map((action) =>
    Object.fromEntries(
      Object.entries(action).map(([kind, part]) => [kind, withPlainParts(part)] as const),
    ),
  );
  return { ...input, TransactItems: actions };
};

/** Puts a step before every command of a table, whichever of its clients sends it. No command may be under way. */
export const addStep = (
  { documents, transactions }: Pick<Table, "documents" | "transactions">,
  stepFor: (form: ValueForm) => Step,
  options: { readonly name: string; readonly priority?: "high" | "low" },
): void => {
  const place = { step: "initialize", ...options } as const;
  documents.middlewareStack.add(stepFor({ plain: same, sent: same }), place);
  transactions.middlewareStack.add(stepFor({ plain: plainTransaction, sent: marshall }), place);
  // So the SDK forgets the steps that it has resolved. Connections are opened again.
  transactions.destroy();
};
