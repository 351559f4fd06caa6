import { conditions, Refusal } from "../errors.ts";

/** How many letters, digits or hyphens the key has that a client makes for a scan. */
export const keyLength = { least: 16, most: 64 } as const;

/** Milliseconds for which a refusal is the answer of a key that the client makes for each scan. */
export const refusalStands = 86_400_000;

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
  /** Whether other requests may have the same id: then a refusal must hold for them, too. */
  readonly shared: boolean;
  /** Milliseconds from the arrival for which a refusal is the answer of this id. */
  readonly refusalStands: number;
  /** Epoch seconds from which its row may be deleted; never if there is none. */
  readonly expiresAt?: number | undefined;
  /** `doubt` from the first attempt on whose outcome nobody knows, whatever the later ones say. */
  readonly attempts: { doubt: boolean };
};

export type HistorySettings = { readonly history: { readonly keepFor: false | number } };

const day = 86_400;

/** Epoch seconds at which history may forget an operation of this instant (epoch ms); `undefined` where it never does. */
export const expiryOf = (at: number, { history: { keepFor } }: HistorySettings): number | undefined =>
  keepFor === false ? undefined : Math.ceil(at / 1_000) + keepFor * day;

/** A refusal as the operation row keeps it. */
export type Refused = Pick<Refusal, "condition" | "detail">;

/** The answer of an operation as found in the store: it was recorded, or refused. */
export type Receipt = Pick<Operation, "fingerprint" | "invocation"> & ({ readonly result: unknown } | { readonly refusal: Refused });

/** A write's answer in canonical names; `replayed` when an earlier request has it from the store. */
export type Written<Result> = { readonly kind: "recorded"; readonly result: Result; readonly replayed: boolean };

export type Receipts = {
  /**
   * Makes the refusal the operation's answer, unless it has one; gives the one that it has now.
   * @throws Refusal `timeout` or `throttled` when that is not known in time
   */
  readonly refuse: (operation: Operation, refusal: Refused) => Promise<Receipt>;
};

/** A refusal that is its operation's answer; `replayed` when an earlier request has it from the store. */
export class KeptRefusal extends Error {
  readonly refusal: Refused;
  readonly replayed: boolean;
  constructor(refusal: Refused, replayed: boolean) {
    super(refusal.condition);
    this.name = refusal.condition;
    this.refusal = refusal;
    this.replayed = replayed;
  }
}

/**
 * Gives the stored answer of an operation.
 * @throws KeptRefusal when it was refused; Refusal `idempotencyKeyReused` when the key named another request
 */
export const replay = <Result>(receipt: Receipt, operation: Operation): Written<Result> => {
  if (receipt.fingerprint !== operation.fingerprint) throw new Refusal("idempotencyKeyReused", { zongpai: operation.zongpai });
  const replayed = receipt.invocation !== operation.invocation;
  if ("refusal" in receipt) throw new KeptRefusal(receipt.refusal, replayed);
  return { kind: "recorded", result: receipt.result as Result, replayed };
};

/** The answer that the operation has once its refusal was put in the row's place; nobody knows which, if that fails. */
const answerAfter = async (receipts: Receipts, operation: Operation, { condition, detail }: Refused): Promise<Receipt> => {
  try {
    return await receipts.refuse(operation, { condition, detail });
  } catch (error) {
    throw error instanceof Refusal ? new Refusal("timeout", {}) : error;
  }
};

/**
 * Runs a write; the one place that says what may be told of it.
 * A final refusal is told only once it is the operation's answer: put in the operation row's place, it keeps every other attempt, late
 * or not, from being recorded, and finds the receipt if one was (DynamoDB does not promise to report every failed condition). An id that
 * no other request has, with no attempt in doubt, needs no such row. Told as they are: a key that names another request, for the row
 * says so; and all that says "send it again", for this request recorded nothing, unless an attempt of it is in doubt: then nobody knows.
 */
export const settle = async <Result>(
  operation: Operation,
  receipts: Receipts,
  write: () => Promise<Written<Result>>,
): Promise<Written<Result>> => {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const refused: Refused = error;
    const { attempts, shared } = operation;
    if (conditions[refused.condition].queue !== "final") throw attempts.doubt ? new Refusal("timeout", {}) : error;
    if (refused.condition === "idempotencyKeyReused" || (!shared && !attempts.doubt)) throw error;
    return replay(await answerAfter(receipts, operation, refused), operation);
  }
};
