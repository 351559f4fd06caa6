import type { MiddlewareObj } from "@middy/core";
import { nameInvocation } from "../log.ts";
import type { Meter } from "../metrics.ts";

/**
 * Names the invocation in its log lines, and sends what it counted, once, however it ended. Registered before all others, so that
 * its `after` and `onError` run last.
 */
export const observe = (meter: Meter): MiddlewareObj => {
  const flush = (): void => meter.flush();
  return { before: ({ context }) => nameInvocation(context), after: flush, onError: flush };
};
