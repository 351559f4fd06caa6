import { type Condition, Refusal } from "../errors.ts";

/** What is left of the one time budget of a request, in milliseconds; passed down to every call that waits. */
export type Deadline = { readonly left: () => number };

/** One write, as its operation row will remember it (contract: "Exactly once, and history"). */
export type Operation = {
  readonly route: string;
  /** Names the row: `k#<client key>`, or `s#<id>` made once for this invocation and reused by its retries. */
  readonly id: string;
  /** This invocation, so that a retry knows its own earlier attempt from another request's. */
  readonly invocation: string;
  /** SHA-256 of the canonical fields present in the request, before defaults, never the time of arrival. */
  readonly fingerprint: string;
  readonly zongpai: string;
  readonly who: string;
  /** Arrival, epoch milliseconds. */
  readonly at: number;
  readonly deadline: Deadline;
};

/** The operation row as found in the store. */
export type Receipt = Pick<Operation, "fingerprint" | "invocation"> & { readonly result: unknown };

/** A write's answer in canonical names; `replayed` when an earlier request has it from the store. */
export type Written<Result> = { readonly kind: "recorded"; readonly result: Result; readonly replayed: boolean };

export type Receipts = {
  /** A strongly consistent read of the operation row. */
  readonly find: (operation: Operation) => Promise<Receipt | undefined>;
};

/**
 * Gives the stored answer of an operation that was recorded before.
 * @throws Refusal `idempotencyKeyReused` when the key named another request.
 */
export const replay = <Result>(receipt: Receipt, operation: Operation): Written<Result> => {
  if (receipt.fingerprint !== operation.fingerprint) throw new Refusal("idempotencyKeyReused", { zongpai: operation.zongpai });
  return { kind: "recorded", result: receipt.result as Result, replayed: receipt.invocation !== operation.invocation };
};

/** Refusals that no recorded fact is behind: the request alone says so, or the operation row itself, or nobody knows. */
const certain: ReadonlySet<Condition> = new Set(["invalidField", "categoryNotKnown", "idempotencyKeyReused", "timeout"]);

/**
 * Runs a write and tells a refusal only after looking for the operation row once more: DynamoDB does not promise to report
 * every failed condition, so the fact that refuses ("already in the box") may be the trace of this very request's lost answer.
 */
export const settle = async <Result>(
  operation: Operation,
  receipts: Receipts,
  write: () => Promise<Written<Result>>,
): Promise<Written<Result>> => {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Refusal) || certain.has(error.condition)) throw error;
    const receipt = await receipts.find(operation);
    if (receipt) return replay(receipt, operation);
    throw error;
  }
};
