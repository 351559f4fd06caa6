import type { Table } from "#lib/store/client.ts";

/** The attribute of operation rows of the sample. The service neither writes nor reads it. */
const sampleMark = "invented";

type Row = Readonly<Record<string, unknown>>;
type Put = { readonly Item?: Row | undefined };

/** Only operation rows have a fingerprint. */
const markedPut = <Action extends Put>(put: Action): Action =>
  put.Item && "fingerprint" in put.Item
    ? { ...put, Item: { ...put.Item, [sampleMark]: true } }
    : put;

/** Marks the operation rows that this table writes from now on as part of the sample. */
export const markSampleRows = (table: Table): Table => {
  table.documents.middlewareStack.add(
    (next) => async (args) => {
      const { input } = args;
      if ("Item" in input) return next({ ...args, input: markedPut(input) });
      if (!("TransactItems" in input)) return next(args);
      const TransactItems = input.TransactItems?.map((action) =>
        "Put" in action && action.Put ? { ...action, Put: markedPut(action.Put) } : action,
      );
      return next({ ...args, input: { ...input, TransactItems } });
    },
    { step: "initialize", priority: "high", name: "markSampleRows" },
  );
  return table;
};

/** Whether an operation row, as it is or as a stream shows it, is part of the sample. */
export const isOfSample = (row: Row = {}): boolean => sampleMark in row;
