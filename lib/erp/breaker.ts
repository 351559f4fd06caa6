import { LookupFailure } from "./database.ts";

/** The breaker is open: the ERP was not asked. It will be asked again after `seconds`. */
export class BreakerOpen extends Error {
  override name = "BreakerOpen";
  readonly seconds: number;
  constructor(seconds: number) {
    super(`the ERP is not asked for ${seconds} s`);
    this.seconds = seconds;
  }
}

type Options = {
  /** How many failures in a row open it. */
  readonly failures?: number;
  /** Milliseconds for which it stays open. */
  readonly openFor?: number;
  readonly now?: () => number;
  readonly onState?: (state: "open" | "closed") => void;
};

/** Failures which mean that the whole ERP cannot be asked. A missing row and an SQL error are answers, so they are not among them. */
const down = new Set(["unreachable", "late", "credentials"]);
const countsAgainst = (error: unknown) => error instanceof LookupFailure && down.has(error.kind);
const saysNothing = (error: unknown) => error instanceof LookupFailure && error.kind === "busy";

/**
 * If the ERP is down, requests should not wait for it, and should not add to its load. So after some failures in a row it is not asked for a
 * while. Then one request tries it, while the others are still refused; the result decides whether the breaker closes.
 * The function that is returned throws BreakerOpen, or what `ask` throws.
 */
export const breaker = ({
  failures = 5,
  openFor = 30_000,
  now = Date.now,
  onState = () => {},
}: Options = {}) => {
  let inARow = 0;
  let openUntil: number | undefined;
  let probing = false;

  const answered = () => {
    inARow = 0;
    if (openUntil !== undefined) onState("closed");
    openUntil = undefined;
  };
  const failed = () => {
    inARow += 1;
    if (inARow < failures && openUntil === undefined) return;
    if (openUntil === undefined) onState("open");
    openUntil = now() + openFor;
  };

  return async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    const wait = openUntil === undefined ? 0 : openUntil - now();
    if (wait > 0 || probing) throw new BreakerOpen(Math.max(1, Math.ceil(wait / 1_000)));
    const probe = openUntil !== undefined;
    probing = probe;
    try {
      const result = await ask();
      answered();
      return result;
    } catch (error) {
      if (countsAgainst(error)) failed();
      else if (!saysNothing(error)) answered();
      throw error;
    } finally {
      if (probe) probing = false;
    }
  };
};
