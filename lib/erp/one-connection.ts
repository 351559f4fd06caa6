import { type Clock, systemClock } from "../clock.ts";
import { type ErpDatabase, type ErpSession, LookupFailure, type QueryResult } from "./database.ts";

/** Milliseconds after which an idle connection is not used again: a firewall may have closed it. */
const idleLimitMs = 60_000;

/** Milliseconds. With less time left the ERP is not asked. */
const leastLeftMs = 20;

type ConnectionOptions = Pick<ErpDatabase, "open"> & { readonly clock?: Clock };

const lookupFailureOf = (error: unknown, usable: boolean): LookupFailure => {
  if (error instanceof LookupFailure) return error;
  const { message, code } = error as Error & { code?: unknown };
  if (!usable) return new LookupFailure("unreachable", message || String(code), error);
  // The database's own message may contain the key or a row, so it is left out.
  const shown = code === undefined ? "" : ` (${code})`;
  return new LookupFailure("refused", `the database refused the look-up${shown}`, error);
};

/**
 * One connection to the ERP, opened when it is needed, on which look-ups take turns. A broken one is replaced once within the time of the
 * same look-up; one that hangs is closed. The returned function asks within `limit` milliseconds, and throws LookupFailure.
 */
export const oneConnection = ({ open, clock = systemClock }: ConnectionOptions) => {
  const { now, steady } = clock;
  let session: ErpSession | undefined;
  let lastUsed = 0;
  let lastTook = 0;
  let turn: Promise<unknown> = Promise.resolve();

  const drop = () => {
    session?.close();
    session = undefined;
  };

  const opened = async (signal: AbortSignal): Promise<ErpSession> => {
    // Not by a timer: none runs while the function is frozen.
    if (session && (!session.usable() || now() - lastUsed > idleLimitMs)) drop();
    if (session) return session;
    const fresh = await open(signal).catch((error) => {
      throw lookupFailureOf(error, false);
    });
    if (signal.aborted) fresh.close();
    signal.throwIfAborted();
    session = fresh;
    return session;
  };

  const attempt = async (sql: string, parameters: readonly unknown[], signal: AbortSignal) => {
    const current = await opened(signal);
    signal.addEventListener("abort", drop);
    try {
      const start = steady();
      const answer = await current.ask(sql, parameters);
      lastTook = steady() - start;
      return answer;
    } catch (error) {
      throw lookupFailureOf(error, current.usable());
    } finally {
      signal.removeEventListener("abort", drop);
      lastUsed = now();
    }
  };

  /**
   * Milliseconds that must be left at a look-up's turn: twice the time of the last answer, at most half of its limit. With less it would be
   * cut off, and the connection with it, although the ERP is well.
   */
  const needed = (limit: number) => Math.max(leastLeftMs, Math.min(2 * lastTook, limit / 2));

  return async (
    sql: string,
    parameters: readonly unknown[],
    limit: number,
  ): Promise<QueryResult> => {
    if (limit < leastLeftMs) throw new LookupFailure("busy", `only ${limit} ms were left`);
    const giveUp = new AbortController();
    const { signal } = giveUp;
    const late = Promise.withResolvers<never>();
    const until = steady() + limit;
    let hadTurn = false;
    const end = clock.timeout(limit);
    end.signal.addEventListener("abort", () => {
      // Waiting for others is no sign that the ERP is slow.
      const failure = new LookupFailure(hadTurn ? "late" : "busy", `no answer within ${limit} ms`);
      late.reject(failure);
      giveUp.abort(failure);
    });
    const ask = async (): Promise<QueryResult> => {
      signal.throwIfAborted();
      if (until - steady() < needed(limit))
        throw new LookupFailure("busy", "too little time was left when others had asked");
      hadTurn = true;
      try {
        return await attempt(sql, parameters, signal);
      } catch (error) {
        const lost = error instanceof LookupFailure && error.kind === "unreachable";
        if (!lost || signal.aborted) throw error;
        drop();
        return attempt(sql, parameters, signal);
      }
    };
    const answer = Promise.race([turn.then(ask), late.promise]);
    turn = answer.catch(() => {});
    try {
      return await answer;
    } finally {
      end.cancel();
    }
  };
};
