import type { Command, Event, Request, Row, Rules, Setting, State, Told } from "./one-key-state.ts";

/** In ticks of the clock. */
const keptAfter = 9;
const lastTick = 2;

const copyOf = (state: State): State => ({
  ...state,
  recorded: [...state.recorded],
  requests: state.requests.map((request) => ({ ...request })),
  underWay: [...state.underWay],
});

const tell = (request: Request, told: Told, until?: number): void =>
  void Object.assign(request, { phase: "told", told, until });

/** Every event that may come next. */
export const eventsAfter = (state: State, setting: Setting, rules: Rules): Event[] => {
  const events: Event[] = [];
  const ends = setting.stands !== undefined;
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
  const answer = (request: Request, row: Row, by: number) =>
    row.of === isOther(by)
      ? tell(request, row.kind === "receipt" ? "accepted" : "refused", row.until)
      : tell(request, "key reused", row.until);
  const refuse = (request: Request) =>
    (setting.keyless && !request.doubt) || !rules.put
      ? tell(request, "refused", Infinity)
      : Object.assign(request, { phase: "puts" });
  const nothing = (request: Request) =>
    tell(request, request.doubt ? "nobody knows" : "nothing recorded");
  const again = (request: Request, phase: "tries" | "puts", made: number) =>
    made < setting.tries
      ? Object.assign(request, { phase })
      : phase === "puts"
        ? tell(request, "nobody knows")
        : nothing(request);
  const send = (next: State, request: Request, by: number, kind: Command["kind"]) => {
    request.sent += 1;
    request.phase = kind === "transaction" ? "waits" : "waits for its put";
    request[kind === "transaction" ? "transactions" : "refusals"] += 1;
    next.underWay.push({ kind, by, n: request.sent });
  };

  state.requests.forEach((request, by) => {
    const me = `request ${by + 1}`;
    const { phase } = request;
    if (phase === "away")
      happens(
        `${me} arrives`,
        (next, mine) => Object.assign(mine, { phase: "tries", arrived: next.clock }),
        by,
      );
    if (phase === "tries")
      happens(
        `${me} sends its transaction`,
        (next, mine) => send(next, mine, by, "transaction"),
        by,
      );
    if (phase === "tries" && request.transactions === 0 && (ends || !rules.putAll))
      happens(
        `${me} is a scan from the future`,
        (_, mine) => (rules.putAll ? refuse(mine) : tell(mine, "refused", Infinity)),
        by,
      );
    if (phase === "puts")
      happens(`${me} puts its refusal`, (next, mine) => send(next, mine, by, "refusal"), by);
    if (phase === "waits") {
      const givesUp = (_: State, mine: Request) =>
        again(Object.assign(mine, { doubt: true }), "tries", mine.transactions);
      happens(`${me} gives its transaction up`, givesUp, by);
    }
    if (phase === "waits for its put")
      happens(`${me} gives its put up`, (_, mine) => again(mine, "puts", mine.refusals), by);
  });

  state.underWay.forEach(({ kind, by, n }, at) => {
    const request = state.requests[by] as Request;
    const row = answersFor(request);
    const heard =
      request.sent === n &&
      request.phase === (kind === "transaction" ? "waits" : "waits for its put");
    /** The command reaches the engine: its request hears of it, or its answer is lost, or it is late and nobody waits for it. */
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
    if (row) lands(`${kind} meets the row`, unchanged, (mine) => answer(mine, row, by));
    if (kind === "refusal") {
      const put: Row = {
        kind: "refusal",
        of: isOther(by),
        until: ends ? request.arrived + (setting.stands as number) : Infinity,
      };
      if (!row)
        lands(
          "refusal is put",
          (next) => Object.assign(next, { row: put }),
          (mine) => tell(mine, "refused", put.until),
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
    // DynamoDB does not promise to report every failed condition: the item may be all that is told, whatever the row is.
    if (state.item !== "none") {
      lands("transaction is refused by the item", unchanged, refuse);
      lands("transaction needs the ERP, which is down", unchanged, (mine) => {
        if (!rules.doubtLasts) mine.doubt = false;
        nothing(mine);
      });
    } else if (!row) lands("transaction is RECORDED", record, (mine) => tell(mine, "accepted"));
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
