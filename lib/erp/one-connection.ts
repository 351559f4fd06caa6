import { type Answer, LookupFailure, type Session } from "./database.ts";

/** Milliseconds: a connection that idled longer is not trusted, for a firewall or a proxy may have forgotten it. */
const idleLimit = 60_000;

/** Milliseconds: with less than this left the ERP is not asked, for a connection would be opened and cut at once. */
const leastLeft = 20;

/** Asks the database within `limit` milliseconds. @throws LookupFailure */
export type Ask = (sql: string, parameters: readonly unknown[], limit: number) => Promise<Answer>;

type Options = { readonly open: (signal: AbortSignal) => Promise<Session>; readonly idleFor?: number; readonly now?: () => number };

const failureOf = (error: unknown, usable: boolean): LookupFailure => {
  if (error instanceof LookupFailure) return error;
  const { message, code } = error as Error & { code?: unknown };
  // The words of a refused statement may repeat the key, or a row.
  if (usable) return new LookupFailure("refused", `the database refused the look-up${code === undefined ? "" : ` (${code})`}`, error);
  return new LookupFailure("unreachable", message || String(code), error);
};

/**
 * One connection to the ERP, opened when it is needed: look-ups take turns on it, a broken one is replaced once within the time of
 * the look-up that met it, and one that hangs is cut. So an environment never holds two. Credentials that are refused are not tried
 * again here: whoever opens did, if there was another password.
 */
export const oneConnection = ({ open, idleFor = idleLimit, now = Date.now }: Options): Ask => {
  let session: Session | undefined;
  let lastUsed = 0;
  let lastTook = 0;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const drop = () => {
    session?.close();
    session = undefined;
  };

  const opened = async (signal: AbortSignal): Promise<Session> => {
    // Beside the timer, because a frozen function's timers do not run.
    if (session && (!session.usable() || now() - lastUsed > idleFor)) drop();
    if (session) return session;
    let fresh: Session;
    try {
      fresh = await open(signal);
    } catch (error) {
      throw failureOf(error, false);
    }
    if (signal.aborted) {
      fresh.close();
      signal.throwIfAborted();
    }
    session = fresh;
    return fresh;
  };

  const attempt = async (sql: string, parameters: readonly unknown[], signal: AbortSignal): Promise<Answer> => {
    clearTimeout(idle);
    const current = await opened(signal);
    signal.addEventListener("abort", drop);
    try {
      const start = performance.now();
      const answer = await current.ask(sql, parameters);
      lastTook = performance.now() - start;
      return answer;
    } catch (error) {
      throw failureOf(error, current.usable());
    } finally {
      signal.removeEventListener("abort", drop);
      lastUsed = now();
      idle = setTimeout(drop, idleFor).unref();
    }
  };

  /**
   * Milliseconds that must be left when a turn comes: twice what the last answer took on an open connection, but at most half of what this one had at first.
   * Under a burst a look-up would else be cut in the middle, and its connection with it, again and again on an ERP that is well.
   */
  const needed = (limit: number) => Math.max(leastLeft, Math.min(2 * lastTook, limit / 2));

  const inTurn = async (sql: string, parameters: readonly unknown[], signal: AbortSignal): Promise<Answer> => {
    try {
      return await attempt(sql, parameters, signal);
    } catch (error) {
      const again = error instanceof LookupFailure && error.kind === "unreachable" && !signal.aborted;
      if (!again) throw error;
      drop();
      return attempt(sql, parameters, signal);
    }
  };

  return async (sql, parameters, limit) => {
    const giveUp = new AbortController();
    const late = Promise.withResolvers<never>();
    // That the request has no time left says nothing about the ERP.
    if (limit < leastLeft) throw new LookupFailure("busy", `only ${limit} ms were left`);
    const until = performance.now() + limit;
    let hadTurn = false;
    const timer = setTimeout(() => {
      // Nor does that others were asking all the while: the one whose turn it was tells whether the ERP is late.
      const failure = hadTurn
        ? new LookupFailure("late", `no answer within ${limit} ms`)
        : new LookupFailure("busy", `others were asking for ${limit} ms`);
      late.reject(failure);
      giveUp.abort(failure);
    }, limit);
    const asked = async (): Promise<Answer> => {
      giveUp.signal.throwIfAborted();
      if (until - performance.now() < needed(limit)) throw new LookupFailure("busy", "too little time was left when others had asked");
      hadTurn = true;
      return inTurn(sql, parameters, giveUp.signal);
    };
    const answer = Promise.race([turn.then(asked), late.promise]);
    // Whoever comes next waits for this one to end, however it ends.
    turn = answer.catch(() => {});
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
    }
  };
};
