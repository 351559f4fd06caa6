import type { Table } from "#lib/store/client.ts";
import { addStep } from "../command-steps.ts";

/** The attribute of operation rows of the sample. The service neither writes nor reads it. */
const sampleMark = "invented";

type Row = Readonly<Record<string, unknown>>;
type Put = { readonly Item?: Row | undefined };
type Input = Put & { readonly TransactItems?: readonly { readonly Put?: Put }[] };

/** Marks the operation rows that this table writes from now on as part of the sample. */
export const markSampleRows = (table: Table): Table => {
  addStep(
    table,
    ({ sent }) => {
      const mark = sent({ [sampleMark]: true });
      /** Only operation rows have a fingerprint. */
      const markedPut = (put: Put): Put =>
        put.Item && "fingerprint" in put.Item ? { ...put, Item: { ...put.Item, ...mark } } : put;
      return (next) => async (args) => {
        const input: Input = args.input;
        if (input.Item) return next({ ...args, input: { ...args.input, ...markedPut(input) } });
        const actions = input.TransactItems?.map((action) =>
          action.Put ? { ...action, Put: markedPut(action.Put) } : action,
        );
        if (!actions) return next(args);
        return next({ ...args, input: { ...args.input, TransactItems: actions } });
      };
    },
    { priority: "high", name: "markSampleRows" },
  );
  return table;
};

/** Whether an operation row, as it is or as a stream shows it, is part of the sample. */
export const isOfSample = (row: Row = {}): boolean => sampleMark in row;
