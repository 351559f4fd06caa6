import { type Clock, systemClock } from "../clock.ts";
import { type ErpDatabase, type ErpSession, LookupFailure, type QueryResult } from "./database.ts";

/** A connection that was idle for longer is not used again: a firewall may have closed it. */
const idleLimitMs = 60_000;

/** With less time left the ERP is not asked. */
const leastLeftMs = 20;

type ConnectionOptions = Pick<ErpDatabase, "open"> & {
  readonly clock?: Clock;
  /** A connection was opened after a look-up had stopped waiting for it. */
  readonly onLateOpening?: () => void;
};

/** Milliseconds. `limit`: for a turn on the open connection. `wait`: for everything, with the opening of a connection. */
type AskTimes = { readonly limit: number; readonly wait: number };

const lookupFailureOf = (error: unknown, isUsable: boolean): LookupFailure => {
  if (error instanceof LookupFailure) return error;
  const { message, code } = error as Error & { code?: unknown };
  if (!isUsable) return new LookupFailure("unreachable", message || String(code), error);
  // The database's own message may contain the key or a row, so it is left out.
  const shownCode = code === undefined ? "" : ` (${code})`;
  return new LookupFailure("refused", `the database refused the look-up${shownCode}`, error);
};

/** An opening takes no longer. Less than the breaker's pause, so that each probe tries a new connection. */
const openLimitMs = 10_000;

type Opening = {
  readonly since: number;
  readonly session: Promise<ErpSession>;
  readonly giveUp: () => void;
  /** Whether a look-up has stopped waiting for it. */
  isLate: boolean;
};

/** Opens connections, at most one at a time. An opening has a time limit of its own, and goes on when nothing waits for it. */
const openings = ({
  open,
  onOpened,
  clock,
}: Pick<ErpDatabase, "open"> & {
  readonly onOpened: (session: ErpSession, isLate: boolean) => void;
  readonly clock: Clock;
}) => {
  let current: Opening | undefined;

  const begin = (): Opening => {
    const { signal, cancel } = clock.timeout(openLimitMs);
    const givenUp = new AbortController();
    const opened = Promise.withResolvers<ErpSession>();
    const opening: Opening = {
      ...{ since: clock.now(), session: opened.promise, isLate: false },
      giveUp: () => {
        if (current === opening) current = undefined;
        opened.reject(new LookupFailure("late", `no connection within ${openLimitMs} ms`));
        givenUp.abort();
      },
    };
    signal.addEventListener("abort", opening.giveUp);
    // Perhaps nothing waits for it.
    opened.promise.catch(() => {});
    open(givenUp.signal)
      .then(
        (session) => {
          if (current !== opening) return session.close();
          current = undefined;
          onOpened(session, opening.isLate);
          opened.resolve(session);
        },
        (error) => {
          if (current === opening) current = undefined;
          opened.reject(error);
        },
      )
      .finally(cancel);
    return opening;
  };

  return {
    /**
     * Waits so many milliseconds for a connection.
     * @throws LookupFailure `late` if it is not open then; what `open` throws
     */
    wait: async (waitMs: number): Promise<ErpSession> => {
      // Not by the timer alone: none runs while the function is frozen.
      if (current && clock.now() - current.since > openLimitMs) current.giveUp();
      current ??= begin();
      const opening = current;
      const { signal, cancel } = clock.timeout(Math.max(0, waitMs));
      const timedOut = Promise.withResolvers<never>();
      signal.addEventListener("abort", () => {
        opening.isLate = true;
        timedOut.reject(new LookupFailure("late", `no connection within ${waitMs} ms`));
      });
      try {
        return await Promise.race([opening.session, timedOut.promise]);
      } finally {
        cancel();
      }
    },
  };
};

/**
 * One connection to the ERP, opened when it is needed, on which look-ups take turns. A broken one is replaced once within the time of the
 * same look-up; one that hangs is closed. An opening goes on after its look-up stopped waiting, and serves the next one. The returned
 * function throws LookupFailure.
 */
export const oneConnection = ({
  open,
  clock = systemClock,
  onLateOpening = () => {},
}: ConnectionOptions) => {
  const { now, steady } = clock;
  let session: ErpSession | undefined;
  let lastUsedAt = 0;
  let lastAnswerMs = 0;
  let lastTurn: Promise<unknown> = Promise.resolve();

  const close = (closing: ErpSession) => {
    closing.close();
    if (session === closing) session = undefined;
  };

  const opening = openings({
    clock,
    open: async (signal) => {
      try {
        return await open(signal);
      } catch (error) {
        throw lookupFailureOf(error, false);
      }
    },
    onOpened: (fresh, isLate) => {
      session = fresh;
      lastUsedAt = now();
      if (!isLate) return;
      onLateOpening();
      const usedAt = lastUsedAt;
      // If no look-up uses it. While the function is frozen no timer runs: then the next look-up closes it.
      clock.timeout(idleLimitMs).signal.addEventListener("abort", () => {
        if (lastUsedAt === usedAt) close(fresh);
      });
    },
  });

  const openSession = async (waitMs: number): Promise<ErpSession> => {
    if (session && (!session.isUsable() || now() - lastUsedAt > idleLimitMs)) close(session);
    const current = session ?? (await opening.wait(waitMs));
    if (!current.isUsable()) throw new LookupFailure("unreachable", "the connection broke at once");
    lastUsedAt = now();
    return current;
  };

  /**
   * The time that must be left at a look-up's turn: twice the time of the last answer, at most half of its limit. With less time, the
   * look-up would be aborted and its connection closed although the ERP is well.
   */
  const neededMs = (limitMs: number) =>
    Math.max(leastLeftMs, Math.min(2 * lastAnswerMs, limitMs / 2));

  const askOn = async (current: ErpSession, sql: string, parameters: readonly unknown[]) => {
    try {
      const start = steady();
      const answer = await current.ask(sql, parameters);
      lastAnswerMs = steady() - start;
      return answer;
    } catch (error) {
      throw lookupFailureOf(error, current.isUsable());
    } finally {
      lastUsedAt = now();
    }
  };

  /** Asks when it is its turn, and gives `undefined` if the connection was closed before. */
  const askInTurn = async (
    current: ErpSession,
    sql: string,
    parameters: readonly unknown[],
    limitMs: number,
  ): Promise<QueryResult | undefined> => {
    const until = steady() + limitMs;
    const timer = clock.timeout(limitMs);
    const timedOut = Promise.withResolvers<never>();
    let hasTurn = false;
    timer.signal.addEventListener("abort", () => {
      // Waiting for others is no sign that the ERP is slow.
      const kind = hasTurn ? "late" : "busy";
      timedOut.reject(new LookupFailure(kind, `no answer within ${limitMs} ms`));
      if (hasTurn) close(current);
    });
    const takeTurn = async () => {
      if (until - steady() < neededMs(limitMs))
        throw new LookupFailure("busy", "too little time was left when others had asked");
      if (!current.isUsable()) return undefined;
      hasTurn = true;
      return Promise.race([askOn(current, sql, parameters), timedOut.promise]);
    };
    // The next turn waits for the end of this one, even if nothing waits for its answer any more.
    const turn = lastTurn.then(takeTurn);
    lastTurn = turn.catch(() => {});
    try {
      return await Promise.race([turn, timedOut.promise]);
    } finally {
      timer.cancel();
    }
  };

  return async (
    sql: string,
    parameters: readonly unknown[],
    { limit, wait }: AskTimes,
  ): Promise<QueryResult> => {
    const until = steady() + wait;
    let limitLeft = limit;
    let isRepeated = false;
    const leftMs = () => {
      const left = Math.min(limitLeft, until - steady());
      if (left >= leastLeftMs) return left;
      throw new LookupFailure("busy", `only ${left} ms were left`);
    };
    for (;;) {
      leftMs();
      let current: ErpSession | undefined;
      try {
        current = await openSession(until - steady());
        const turnMs = leftMs();
        const start = steady();
        const turn = askInTurn(current, sql, parameters, turnMs);
        const answer = await turn.finally(() => {
          limitLeft -= steady() - start;
        });
        if (answer) return answer;
      } catch (error) {
        const isLost = error instanceof LookupFailure && error.kind === "unreachable";
        if (!isLost || isRepeated) throw error;
        isRepeated = true;
        if (current) close(current);
      }
    }
  };
};
