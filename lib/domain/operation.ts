import * as z from "zod/mini";
import { type Clock, systemClock } from "../clock.ts";
import { conditions, Refusal } from "../errors.ts";
import type { RouteId } from "../route-ids.ts";
import type { Site } from "../site/schema.ts";

/** Characters of a client's key. */
export const keyLength = { least: 16, most: 64 } as const;

/** How long a refusal is the answer of a client's key, from the arrival. */
export const refusalLifetimeMs = 86_400_000;

/** The time budget of a request; `left` in milliseconds. Every call that waits gets it. */
export type Deadline = { readonly left: () => number };

export const deadlineWithin = (
  budgetMs: number,
  { now }: Pick<Clock, "now"> = systemClock,
  from = now(),
): Deadline => ({ left: () => from + budgetMs - now() });

/** Who sent a request, as history records it, and whether they may call the route with this id. */
type RequestCaller = { readonly who: string; readonly mayCall: (id: RouteId) => boolean };

/** The arguments of a verb that reads, next to its dependencies. `at`: the arrival in epoch milliseconds. */
export type ReadContext = {
  readonly site: Site;
  readonly at: number;
  readonly deadline: Deadline;
  /** A function, because most reads do not need it. */
  readonly caller: () => RequestCaller;
};

/** The fields of a write that are kept with its refusal, next to its goods, in scaled integers. `group`: whose error handlers answered it. */
export const KeptRequest = z.object({
  group: z.enum(["product", "accessory"]),
  box_no: z.optional(z.string()),
  to_box_no: z.optional(z.string()),
  category: z.optional(z.string()),
  quantity: z.optional(z.int()),
  location: z.optional(z.string()),
  off_shelf: z.optional(z.boolean()),
});
export type KeptRequest = z.output<typeof KeptRequest>;

/** A write is recorded on goods, or on a box by itself. */
export type OperationSubject =
  | { readonly zongpai: string; readonly box_no?: undefined }
  | { readonly zongpai?: undefined; readonly box_no: string };

/** An item of a box is recorded on its goods. */
export const subjectOf = ({
  zongpai,
  box_no = "",
}: Partial<Record<keyof OperationSubject, string>>): OperationSubject =>
  zongpai === undefined ? { box_no } : { zongpai };

/** One write, as its operation row will remember it (docs/exactly-once.md). */
export type Operation = OperationSubject & {
  readonly route: string;
  /** The name of its row: `k#<client key>`, or `s#<id of this invocation>`. */
  readonly id: string;
  /** Distinguishes an earlier attempt of this request from one of another request. */
  readonly invocation: string;
  /** SHA-256 of the fields of the request, in canonical names and without defaults. */
  readonly fingerprint: string;
  readonly who: string;
  /** Arrival, epoch milliseconds. */
  readonly at: number;
  readonly deadline: Deadline;
  /** Whether other requests may have the same id: then a refusal must be their answer too. */
  readonly shared: boolean;
  /** Epoch seconds after which its row may be deleted; `undefined` means never. */
  readonly expiresAt?: number | undefined;
  readonly inHistory: boolean;
  /** Gives the fields of the request, which are kept with a refusal where an endpoint lists refusals. */
  readonly asked?: (() => KeptRequest) | undefined;
  /** `doubt`: the outcome of one attempt is unknown, whatever the later ones answer. */
  readonly attempts: { doubt: boolean };
};

/** The arguments of a verb that writes, next to its dependencies. */
export type WriteContext = { readonly site: Site; readonly operation: Operation };

const secondsPerDay = 86_400;

/** How history keeps an operation of this instant (epoch ms). */
export const retentionAt = (
  at: number,
  { history, routes }: Site,
): Pick<Operation, "expiresAt" | "inHistory"> => {
  const inHistory = routes.history !== false;
  if (history.keepFor === false) return { inHistory };
  const expiresAt = Math.ceil(at / 1_000) + history.keepFor * secondsPerDay;
  return { expiresAt, inHistory };
};

/** A refusal as the operation row keeps it. */
export type RefusalRecord = Pick<Refusal, "condition" | "detail">;

export type OperationReceipt = Pick<Operation, "fingerprint" | "invocation"> &
  ({ readonly result: unknown } | { readonly refusal: RefusalRecord });

/** A recorded write, with its result, or the stored one, which the route's output schema has to parse. */
export type RecordedWrite<Result> = { readonly kind: "recorded" } & (
  | { readonly result: Result; readonly replayed: false }
  | { readonly stored: unknown; readonly replayed: boolean }
);

export type ReceiptStore = {
  /**
   * Stores the refusal as the answer of the operation, unless it has one. Gives the answer that it has now.
   * @throws Refusal `timeout` or `throttled` if that cannot be known in time
   */
  readonly storeRefusal: (
    operation: Operation,
    refusal: RefusalRecord,
  ) => Promise<OperationReceipt>;
};

/** A refusal that is stored as the answer of its operation; `replayed` if an earlier request stored it. */
export class KeptRefusal extends Error {
  readonly refusal: RefusalRecord;
  readonly replayed: boolean;
  constructor(refusal: RefusalRecord, replayed: boolean) {
    super(refusal.condition);
    this.name = refusal.condition;
    this.refusal = refusal;
    this.replayed = replayed;
  }
}

/** Returns the stored answer. @throws KeptRefusal; Refusal `idempotencyKeyReused` if the key belongs to another request */
export const replayReceipt = (
  receipt: OperationReceipt,
  operation: Operation,
): RecordedWrite<never> => {
  if (receipt.fingerprint !== operation.fingerprint)
    throw new Refusal("idempotencyKeyReused", subjectOf(operation));
  const replayed = receipt.invocation !== operation.invocation;
  if ("refusal" in receipt) throw new KeptRefusal(receipt.refusal, replayed);
  return { kind: "recorded", stored: receipt.result, replayed };
};

/**
 * Decides the answer of a write that was refused.
 * - A final refusal is stored first, in place of the operation row: so no attempt, however late, can be recorded any more. If one was
 *   recorded already, storing finds its receipt (DynamoDB does not promise to report every failed condition).
 * - It need not be stored if no other request can have the same id and no attempt is in doubt.
 * - `idempotencyKeyReused` is not stored: the row itself proves it.
 * - A refusal that means "send it again" is not stored, because nothing was recorded. If an attempt is in doubt, it is `timeout`.
 * @throws Refusal or KeptRefusal, unless the write turns out to be recorded
 */
export const answerRefusedWrite = async (
  operation: Operation,
  refusal: Refusal,
  receipts: ReceiptStore,
): Promise<RecordedWrite<never>> => {
  const { attempts, shared } = operation;
  const { condition, detail }: RefusalRecord = refusal;
  if (conditions[condition].queue !== "final")
    throw attempts.doubt ? new Refusal("timeout", {}) : refusal;
  if (condition === "idempotencyKeyReused" || (!shared && !attempts.doubt)) throw refusal;
  const receipt = await receipts.storeRefusal(operation, { condition, detail }).catch((error) => {
    throw error instanceof Refusal ? new Refusal("timeout", {}) : error;
  });
  return replayReceipt(receipt, operation);
};
