/**
 * One key, one answer, as a model: the requests of ONE key, their transactions and puts (answered, conflicting, lost or late), another
 * scanner's item that makes them be refused, and the clock.
 */
import type { Model } from "./explore.ts";

export type Setting = {
  readonly requests: number;
  /** Transactions of each request, and puts. */
  readonly tries: number;
  /** Whether the last request is another one under the same key. */
  readonly other?: boolean;
  readonly keyless?: boolean;
  /** Ticks for which a refusal holds. */
  readonly lasts?: number;
};

/** The rules of `lib/domain/operation.ts` and `lib/store/operations.ts`; a test leaves one out to see that it is needed. */
export const allRules = {
  /** A refusal is put in the row's place before it is answered. */
  put: true,
  /** So is one that rests on the request alone: a scan from the future, which is none later. */
  putAll: true,
  /** Doubt lasts for the whole request. */
  doubtLasts: true,
  /** A refusal ends for requests that arrive after its end, not by the clock. */
  byArrival: true,
  /** It is kept for longer than any attempt lives. */
  kept: true,
};
export type Rules = typeof allRules;

type Answer = "accepted" | "refused" | "key reused" | "unrecorded" | "unknown";
type Request = {
  phase: "away" | "tries" | "waits" | "puts" | "waits for its put" | "answered";
  sent: number;
  transactions: number;
  refusals: number;
  arrived: number;
  doubt: boolean;
  answer?: Answer;
  until?: number;
};
type Command = {
  readonly kind: "transaction" | "refusal";
  readonly by: number;
  readonly n: number;
};
type Row = {
  readonly kind: "receipt" | "refusal";
  readonly of: boolean;
  readonly until: number;
};
type State = {
  row?: Row;
  item: "none" | "ours" | "another's";
  clock: number;
  recorded: number[];
  requests: Request[];
  underWay: Command[];
};

const begin = ({ requests }: Setting): State => ({
  item: "none",
  clock: 0,
  recorded: [],
  requests: Array.from({ length: requests }, () => ({
    phase: "away",
    sent: 0,
    transactions: 0,
    refusals: 0,
    arrived: 0,
    doubt: false,
  })),
  underWay: [],
});

// Ticks of the clock.
const keptAfter = 9;
const lastTick = 2;

const copyOf = (state: State): State => ({
  ...state,
  recorded: [...state.recorded],
  requests: state.requests.map((request) => ({ ...request })),
  underWay: [...state.underWay],
});

const reply = (request: Request, answer: Answer, until?: number): void =>
  void Object.assign(request, { phase: "answered", answer, until });

const eventsAfter = (state: State, setting: Setting, rules: Rules): [string, State][] => {
  const events: [string, State][] = [];
  const ends = setting.lasts !== undefined;
  const isOther = (by: number) => setting.other === true && by === setting.requests - 1;
  const happens = (name: string, change: (next: State, request: Request) => void, by = 0) => {
    const next = copyOf(state);
    change(next, next.requests[by] as Request);
    events.push([name, next]);
  };
  const answersFor = ({ arrived }: Request) =>
    state.row &&
    (state.row.kind === "receipt" ||
      !ends ||
      state.row.until > (rules.byArrival ? arrived : state.clock))
      ? state.row
      : undefined;
  const replyFrom = (request: Request, row: Row, by: number) =>
    row.of === isOther(by)
      ? reply(request, row.kind === "receipt" ? "accepted" : "refused", row.until)
      : reply(request, "key reused", row.until);
  const refuse = (request: Request) =>
    (setting.keyless && !request.doubt) || !rules.put
      ? reply(request, "refused", Infinity)
      : Object.assign(request, { phase: "puts" });
  const nothing = (request: Request) => reply(request, request.doubt ? "unknown" : "unrecorded");
  const again = (request: Request, phase: "tries" | "puts", made: number) =>
    made < setting.tries
      ? Object.assign(request, { phase })
      : phase === "puts"
        ? reply(request, "unknown")
        : nothing(request);
  const send = (next: State, request: Request, by: number, kind: Command["kind"]) => {
    request.sent += 1;
    request.phase = kind === "transaction" ? "waits" : "waits for its put";
    request[kind === "transaction" ? "transactions" : "refusals"] += 1;
    next.underWay.push({ kind, by, n: request.sent });
  };

  state.requests.forEach((request, by) => {
    const { phase } = request;
    const does = (what: string, change: (next: State, mine: Request) => void) =>
      happens(`request ${by + 1} ${what}`, change, by);
    if (phase === "away")
      does("arrives", (next, mine) => Object.assign(mine, { phase: "tries", arrived: next.clock }));
    if (phase === "tries") {
      does("sends its transaction", (next, mine) => send(next, mine, by, "transaction"));
      if (request.transactions === 0 && (ends || !rules.putAll))
        does("is a scan from the future", (_, mine) =>
          rules.putAll ? refuse(mine) : reply(mine, "refused", Infinity),
        );
    }
    if (phase === "puts") does("puts its refusal", (next, mine) => send(next, mine, by, "refusal"));
    if (phase === "waits")
      does("gives its transaction up", (_, mine) =>
        again(Object.assign(mine, { doubt: true }), "tries", mine.transactions),
      );
    if (phase === "waits for its put")
      does("gives its put up", (_, mine) => again(mine, "puts", mine.refusals));
  });

  state.underWay.forEach(({ kind, by, n }, at) => {
    const request = state.requests[by] as Request;
    const row = answersFor(request);
    const heard =
      request.sent === n &&
      request.phase === (kind === "transaction" ? "waits" : "waits for its put");
    /** The request hears of it, or the answer is lost, or nobody waits any longer. */
    const lands = (what: string, change: (next: State) => void, hears: (mine: Request) => void) => {
      const landed = (next: State) => {
        next.underWay.splice(at, 1);
        change(next);
      };
      const name = `request ${by + 1}'s ${what}${heard ? "" : " late"}`;
      if (heard)
        happens(
          name,
          (next, mine) => {
            landed(next);
            hears(mine);
          },
          by,
        );
      happens(heard ? `${name}, and the answer is lost` : name, landed);
    };
    const unchanged = () => {};
    if (row) lands(`${kind} meets the row`, unchanged, (mine) => replyFrom(mine, row, by));
    if (kind === "refusal") {
      const put: Row = {
        kind: "refusal",
        of: isOther(by),
        until: ends ? request.arrived + (setting.lasts as number) : Infinity,
      };
      if (!row)
        lands(
          "refusal is put",
          (next) => Object.assign(next, { row: put }),
          (mine) => reply(mine, "refused", put.until),
        );
      return;
    }
    if (heard)
      happens(
        `request ${by + 1} meets a conflict`,
        (next, mine) => {
          next.underWay.splice(at, 1);
          again(mine, "tries", mine.transactions);
        },
        by,
      );
    const record = (next: State) => {
      next.row = { kind: "receipt", of: isOther(by), until: Infinity };
      next.item = "ours";
      next.recorded.push(by);
    };
    // DynamoDB does not promise to report every failed condition: it may report the item alone, whatever the row is.
    if (state.item !== "none") {
      lands("transaction is refused by the item", unchanged, refuse);
      lands("transaction needs the ERP, which is down", unchanged, (mine) => {
        if (!rules.doubtLasts) mine.doubt = false;
        nothing(mine);
      });
    } else if (!row) lands("transaction is RECORDED", record, (mine) => reply(mine, "accepted"));
  });

  if (state.item === "none")
    happens("another scanner's item goes in", (next) => Object.assign(next, { item: "another's" }));
  else happens("the item is taken out", (next) => Object.assign(next, { item: "none" }));
  if (ends && state.clock < lastTick)
    happens("time passes", (next) => Object.assign(next, { clock: next.clock + 1 }));
  const { row } = state;
  if (row?.kind === "refusal" && state.clock >= row.until + (rules.kept ? keptAfter : 0))
    happens("the refusal's row is deleted", (next) => Object.assign(next, { row: undefined }));
  return events;
};

const brokenIn = (
  { requests, recorded }: State,
  { other, lasts, requests: count }: Setting,
): string | undefined => {
  const isOther = (by: number) => other === true && by === count - 1;
  const some = (answer: Answer) => requests.some((request) => request.answer === answer);
  if (recorded.length > 1) return "recorded twice";
  if (some("accepted") && recorded.length === 0) return "answered as accepted, and not recorded";
  if (!other && lasts === undefined && some("accepted") && some("refused"))
    return "two answers to one key";
  for (const [by, { answer, until = Infinity }] of requests.entries()) {
    const ofSame = recorded.filter(
      (one) => isOther(one) === isOther(by) && (requests[one] as Request).arrived < until,
    );
    if ((answer === "refused" || answer === "key reused") && ofSame.length > 0)
      return `answered as ${answer}, and recorded`;
    if (answer === "unrecorded" && recorded.includes(by))
      return "answered as unrecorded, and recorded";
  }
  return undefined;
};

export const oneKey = (setting: Setting, rules: Rules = allRules): Model<State> => ({
  start: begin(setting),
  nameOf: ({ underWay, ...state }) =>
    JSON.stringify([state, underWay.map(({ kind, by, n }) => `${kind}${by}${n}`).sort()]),
  eventsAfter: (state) => eventsAfter(state, setting, rules),
  brokenIn: (state) => brokenIn(state, setting),
});
