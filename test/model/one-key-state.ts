/**
 * One key, one answer, as a model: the requests of ONE key, their transactions and puts (answered, conflicting, lost or late), another
 * scanner's item that makes them be refused, and the clock.
 */

/** How many requests, and transactions and puts of each; whether the last names another request; for how many ticks a refusal holds. */
export type Setting = {
  readonly requests: number;
  readonly tries: number;
  readonly other?: boolean;
  /** The id is this request's alone. */
  readonly keyless?: boolean;
  readonly lasts?: number;
};

/** The rules of `lib/domain/operation.ts` and `lib/store/operations.ts`; a test leaves one out at a time, to see that it is needed. */
export const allRules = {
  /** A refusal is put in the row's place before it is answered. */
  put: true,
  /** So is one that rests on the request alone: a scan from the future, which is none when it arrives later. */
  putAll: true,
  /** Doubt lasts for the whole request, and not for one of its transactions. */
  doubtLasts: true,
  /** A refusal ends for requests that arrive after its end, and not by the clock. */
  byArrival: true,
  /** It is kept for longer than any attempt lives. */
  kept: true,
};
export type Rules = typeof allRules;

export type Answer = "accepted" | "refused" | "key reused" | "unrecorded" | "unknown";
export type Request = {
  phase: "away" | "tries" | "waits" | "puts" | "waits for its put" | "answered";
  /** The last command that it sent, and how many of each kind. */
  sent: number;
  transactions: number;
  refusals: number;
  arrived: number;
  doubt: boolean;
  answer?: Answer;
  /** Until when its refusal holds. */
  until?: number;
};
export type Command = {
  readonly kind: "transaction" | "refusal";
  readonly by: number;
  readonly n: number;
};
export type Row = {
  readonly kind: "receipt" | "refusal";
  readonly of: boolean;
  readonly until: number;
};
export type State = {
  row?: Row;
  item: "none" | "ours" | "another's";
  clock: number;
  recorded: number[];
  requests: Request[];
  underWay: Command[];
};
export type Event = readonly [name: string, state: State];

export const begin = ({ requests }: Setting): State => ({
  item: "none",
  clock: 0,
  recorded: [],
  requests: Array.from({ length: requests }, () => ({
    ...{ phase: "away" as const, sent: 0, transactions: 0, refusals: 0, arrived: 0, doubt: false },
  })),
  underWay: [],
});
