import { type Clock, systemClock } from "../clock.ts";
import { type ErpDatabase, type ErpSession, LookupFailure, type QueryResult } from "./database.ts";

/** A connection that was idle for longer is not used again: a firewall may have closed it. */
const idleLimitMs = 60_000;

/** With less time left the ERP is not asked. */
const leastLeftMs = 20;

type ConnectionOptions = Pick<ErpDatabase, "open"> & { readonly clock?: Clock };

const lookupFailureOf = (error: unknown, isUsable: boolean): LookupFailure => {
  if (error instanceof LookupFailure) return error;
  const { message, code } = error as Error & { code?: unknown };
  if (!isUsable) return new LookupFailure("unreachable", message || String(code), error);
  // The database's own message may contain the key or a row, so it is left out.
  const shownCode = code === undefined ? "" : ` (${code})`;
  return new LookupFailure("refused", `the database refused the look-up${shownCode}`, error);
};

/**
 * One connection to the ERP, opened when it is needed, on which look-ups take turns. A broken one is replaced once within the time of the
 * same look-up; one that hangs is closed. The returned function asks within `limitMs`, and throws LookupFailure.
 */
export const oneConnection = ({ open, clock = systemClock }: ConnectionOptions) => {
  const { now, steady } = clock;
  let session: ErpSession | undefined;
  let lastUsedAt = 0;
  let lastAnswerMs = 0;
  let lastTurn: Promise<unknown> = Promise.resolve();

  const closeSession = () => {
    session?.close();
    session = undefined;
  };

  const openSession = async (signal: AbortSignal): Promise<ErpSession> => {
    // Not by a timer: none runs while the function is frozen.
    if (session && (!session.isUsable() || now() - lastUsedAt > idleLimitMs)) closeSession();
    if (session) return session;
    const fresh = await open(signal).catch((error) => {
      throw lookupFailureOf(error, false);
    });
    if (signal.aborted) fresh.close();
    signal.throwIfAborted();
    session = fresh;
    return session;
  };

  const askOnce = async (sql: string, parameters: readonly unknown[], signal: AbortSignal) => {
    const current = await openSession(signal);
    signal.addEventListener("abort", closeSession);
    try {
      const start = steady();
      const answer = await current.ask(sql, parameters);
      lastAnswerMs = steady() - start;
      return answer;
    } catch (error) {
      throw lookupFailureOf(error, current.isUsable());
    } finally {
      signal.removeEventListener("abort", closeSession);
      lastUsedAt = now();
    }
  };

  /**
   * The time that must be left at a look-up's turn: twice the time of the last answer, at most half of its limit. With less time, the
   * look-up would be aborted and its connection closed although the ERP is well.
   */
  const neededMs = (limitMs: number) =>
    Math.max(leastLeftMs, Math.min(2 * lastAnswerMs, limitMs / 2));

  return async (
    sql: string,
    parameters: readonly unknown[],
    limitMs: number,
  ): Promise<QueryResult> => {
    if (limitMs < leastLeftMs) throw new LookupFailure("busy", `only ${limitMs} ms were left`);
    const giveUp = new AbortController();
    const { signal } = giveUp;
    const timedOut = Promise.withResolvers<never>();
    const until = steady() + limitMs;
    let hadTurn = false;
    const timer = clock.timeout(limitMs);
    timer.signal.addEventListener("abort", () => {
      // Waiting for others is no sign that the ERP is slow.
      const failure = new LookupFailure(
        hadTurn ? "late" : "busy",
        `no answer within ${limitMs} ms`,
      );
      timedOut.reject(failure);
      giveUp.abort(failure);
    });
    const takeTurn = async (): Promise<QueryResult> => {
      signal.throwIfAborted();
      if (until - steady() < neededMs(limitMs))
        throw new LookupFailure("busy", "too little time was left when others had asked");
      hadTurn = true;
      try {
        return await askOnce(sql, parameters, signal);
      } catch (error) {
        const isLost = error instanceof LookupFailure && error.kind === "unreachable";
        if (!isLost || signal.aborted) throw error;
        closeSession();
        return askOnce(sql, parameters, signal);
      }
    };
    const answer = Promise.race([lastTurn.then(takeTurn), timedOut.promise]);
    lastTurn = answer.catch(() => {});
    try {
      return await answer;
    } finally {
      timer.cancel();
    }
  };
};
