import type { MiddlewareObj } from "@middy/core";
import { nameInvocation } from "../log.ts";
import type { Meter } from "../metrics.ts";

/**
 * Puts the invocation's ids into its log lines, counts a cold start, and at the end writes the metrics once, also after an error.
 * Registered before all others, so that its `after` and `onError` run last. The handlers of one environment share it.
 */
export const observe = (meter: Meter): MiddlewareObj => {
  const flush = (): void => meter.flush();
  let first = true;
  return {
    before: ({ context }) => {
      nameInvocation(context);
      if (first) meter.count("ColdStart");
      first = false;
    },
    after: flush,
    onError: flush,
  };
};
