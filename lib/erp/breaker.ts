import { type Clock, systemClock } from "../clock.ts";
import { LookupFailure } from "./database.ts";

/** The ERP was not asked, and will be asked again after `seconds`. */
export class BreakerOpen extends Error {
  override name = "BreakerOpen";
  readonly seconds: number;
  constructor(seconds: number) {
    super(`the ERP is not asked for ${seconds} s`);
    this.seconds = seconds;
  }
}

/** Failures in a row that open the breaker. */
const failuresToOpen = 5;
const openForMs = 30_000;

// A missing row and an SQL error are answers.
const failuresOfDownErp = new Set(["unreachable", "late", "credentials"]);

/**
 * A circuit breaker, so that no request waits for an ERP that is down. When it was open for its time, one request tries the ERP, and its
 * result decides. `guard` throws BreakerOpen, or what `ask` throws; `close` notes that the ERP is well.
 */
export const circuitBreaker = (
  onState: (state: "open" | "closed") => void,
  { now }: Pick<Clock, "now"> = systemClock,
) => {
  let failuresInARow = 0;
  let openUntil: number | undefined;
  let isProbing = false;

  const noteSuccess = () => {
    failuresInARow = 0;
    if (openUntil !== undefined) onState("closed");
    openUntil = undefined;
  };
  const noteFailure = () => {
    failuresInARow += 1;
    if (failuresInARow < failuresToOpen && openUntil === undefined) return;
    if (openUntil === undefined) onState("open");
    openUntil = now() + openForMs;
  };

  const guard = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    const waitMs = openUntil === undefined ? 0 : openUntil - now();
    if (waitMs > 0 || isProbing) throw new BreakerOpen(Math.max(1, Math.ceil(waitMs / 1_000)));
    const isProbe = openUntil !== undefined;
    isProbing = isProbe;
    try {
      const result = await ask();
      noteSuccess();
      return result;
    } catch (error) {
      const kind = error instanceof LookupFailure ? error.kind : "refused";
      if (failuresOfDownErp.has(kind)) noteFailure();
      else if (kind !== "busy") noteSuccess();
      throw error;
    } finally {
      if (isProbe) isProbing = false;
    }
  };
  return { guard, close: noteSuccess };
};
