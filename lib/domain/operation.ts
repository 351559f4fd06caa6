import * as z from "zod/mini";
import { conditions, Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";

/** How many letters, digits or hyphens the key has that a client makes for a scan. */
export const keyLength = { least: 16, most: 64 } as const;

/** Milliseconds for which a refusal is the answer of a key that the client makes for each scan. */
export const refusalStands = 86_400_000;

/** A request has one time budget. `left` returns what is left of it, in milliseconds; every call that waits gets the deadline. */
export type Deadline = { readonly left: () => number };

/** A deadline so many milliseconds from now, or from another instant. */
export const within = (budget: number, from = Date.now()): Deadline => ({
  left: () => from + budget - Date.now(),
});

/** What a verb that reads gets beside its ports; `at` is the arrival in epoch milliseconds. */
export type Reading = { readonly site: Site; readonly at: number; readonly deadline: Deadline };

/** What a write asked, beside its goods: quantities are scaled integers. `group`: whose error handlers answered it. */
export const Asked = z.object({
  group: z.enum(["product", "accessory"]),
  box_no: z.optional(z.string()),
  to_box_no: z.optional(z.string()),
  category: z.optional(z.string()),
  quantity: z.optional(z.int()),
  location: z.optional(z.string()),
  off_shelf: z.optional(z.boolean()),
});
export type Asked = z.output<typeof Asked>;

/** One write, as its operation row will remember it (contract: "Exactly once, and history"). */
export type Operation = {
  readonly route: string;
  /** The name of its row: `k#<client key>`; or `s#<id>`, made for this invocation, the same in its retries. */
  readonly id: string;
  /** The id of this invocation. By it a retry can tell its own earlier attempt from that of another request. */
  readonly invocation: string;
  /** SHA-256 of the fields of the request, in canonical names and without defaults; the time of arrival is not part of it. */
  readonly fingerprint: string;
  readonly zongpai: string;
  readonly who: string;
  /** Arrival, epoch milliseconds. */
  readonly at: number;
  readonly deadline: Deadline;
  /** Whether other requests may have the same id: then a refusal must be their answer too. */
  readonly shared: boolean;
  /** Milliseconds from the arrival for which a refusal is the answer of this id. */
  readonly refusalStands: number;
  /** Epoch seconds after which its row may be deleted; `undefined` means never. */
  readonly expiresAt?: number | undefined;
  /** Whether its row stands in the history that an endpoint tells. */
  readonly inHistory: boolean;
  /** What was asked, to be kept with a refusal; only where an endpoint lists refusals, and only under a client's key. */
  readonly asked?: Asked | undefined;
  /** `doubt` is true as soon as the outcome of one attempt is unknown, and stays true whatever later attempts tell. */
  readonly attempts: { doubt: boolean };
};

/** What a verb that writes gets beside its ports; the operation has the arrival and the deadline. */
export type Writing = { readonly site: Site; readonly operation: Operation };

const day = 86_400;

/** How history keeps an operation of this instant (epoch ms). */
export const keptFrom = (
  at: number,
  { history: { keepFor }, routes }: Site,
): Pick<Operation, "expiresAt" | "inHistory"> => ({
  expiresAt: keepFor === false ? undefined : Math.ceil(at / 1_000) + keepFor * day,
  inHistory: routes.history !== false,
});

/** A refusal as the operation row keeps it. */
export type Refused = Pick<Refusal, "condition" | "detail">;

/** The answer of an operation that is in the store: it was recorded, or refused. */
export type Receipt = Pick<Operation, "fingerprint" | "invocation"> &
  ({ readonly result: unknown } | { readonly refusal: Refused });

/** The answer of a write in canonical names; `replayed` if it is the stored answer of an earlier request. */
export type Written<Result> = {
  readonly kind: "recorded";
  readonly result: Result;
  readonly replayed: boolean;
};

export type Receipts = {
  /**
   * Stores the refusal as the answer of the operation, unless it has an answer already. Returns the answer that it has now.
   * @throws Refusal `timeout` or `throttled` if that cannot be known in time
   */
  readonly refuse: (operation: Operation, refusal: Refused) => Promise<Receipt>;
};

/** A refusal that is stored as the answer of its operation; `replayed` if an earlier request stored it. */
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
 * Returns the stored answer of an operation.
 * @throws KeptRefusal if it was refused; Refusal `idempotencyKeyReused` if the key belongs to another request
 */
export const replay = <Result>(receipt: Receipt, operation: Operation): Written<Result> => {
  if (receipt.fingerprint !== operation.fingerprint)
    throw new Refusal("idempotencyKeyReused", { zongpai: operation.zongpai });
  const replayed = receipt.invocation !== operation.invocation;
  if ("refusal" in receipt) throw new KeptRefusal(receipt.refusal, replayed);
  return { kind: "recorded", result: receipt.result as Result, replayed };
};

/** Stores the refusal, and returns the answer that the operation has then. If that fails, the answer is unknown: `timeout`. */
const answerAfter = async (
  receipts: Receipts,
  operation: Operation,
  { condition, detail }: Refused,
): Promise<Receipt> => {
  try {
    return await receipts.refuse(operation, { condition, detail });
  } catch (error) {
    throw error instanceof Refusal ? new Refusal("timeout", {}) : error;
  }
};

/**
 * Runs a write, and decides what the client may be told. This is the one place that does.
 * - A final refusal is stored before it is told, in place of the operation row. Then no other attempt, however late, can be recorded any
 *   more. If an attempt was recorded before, storing the refusal finds its receipt (DynamoDB does not promise to report every failed condition).
 * - A refusal need not be stored if no other request can have the same id and no attempt is in doubt.
 * - `idempotencyKeyReused` is told as it is: the row itself proves it.
 * - A refusal that means "send it again" is told as it is, because this request recorded nothing. If an attempt is in doubt, it is `timeout`.
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
    if (conditions[refused.condition].queue !== "final")
      throw attempts.doubt ? new Refusal("timeout", {}) : error;
    if (refused.condition === "idempotencyKeyReused" || (!shared && !attempts.doubt)) throw error;
    return replay(await answerAfter(receipts, operation, refused), operation);
  }
};
