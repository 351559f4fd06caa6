import { plainTransaction } from "#infra/local/command-steps.ts";
import type { Table } from "#lib/store/client.ts";
import type { TableItem } from "#lib/store/expression.ts";

/** A command of a table, with plain values. */
type Sent = { readonly name: string; readonly input: TableItem };

type Options = { readonly abortSignal?: AbortSignal };
type Deliver = (
  sent: Sent,
  /** Sends the command, whatever its sender does meanwhile. */
  pass: () => Promise<object>,
  abortSignal: AbortSignal | undefined,
) => Promise<object>;

/** Delivers every command of a table otherwise, whichever of its clients sends it. */
export const takeOverSends = ({ documents, transactions }: Table, deliver: Deliver): void => {
  const [passDocument, passTransaction] = [
    documents.send.bind(documents),
    transactions.send.bind(transactions),
  ];
  type OfDocuments = Parameters<typeof passDocument>[0] & {
    readonly clientCommand: { readonly constructor: { readonly name: string } };
  };
  type OfTransactions = Parameters<typeof passTransaction>[0];
  Object.assign(documents, {
    send: (command: OfDocuments, { abortSignal }: Options = {}) => {
      const { clientCommand, input } = command;
      const sent = { name: clientCommand.constructor.name, input: { ...input } };
      return deliver(sent, () => passDocument(command), abortSignal);
    },
  });
  Object.assign(transactions, {
    send: (command: OfTransactions, { abortSignal }: Options = {}) => {
      const sent = { name: command.constructor.name, input: plainTransaction(command.input) };
      return deliver(sent, () => passTransaction(command), abortSignal);
    },
  });
};
