import type { MiddlewareObj } from "@middy/core";
import { nameInvocation } from "../log.ts";
import type { Meter } from "../metrics.ts";

/**
 * Names the invocation in its log lines, counts the first of its environment, and sends what it counted, once, however it ended.
 * Registered before all others, so that its `after` and `onError` run last.
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
