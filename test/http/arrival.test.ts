import { expect, test } from "vitest";
import { systemClock } from "#lib/clock.ts";
import { arrivalOf } from "#lib/http/request.ts";

const clock = { ...systemClock, now: () => 1_000 };
const limits = { budget: 9_000, reserve: 500, attempt: 1_000 };

test.each([
  [undefined, 9_000],
  [4_000, 3_500],
  [60_000, 9_000],
])("with %s ms left of an invocation, a request has %d ms", (remaining, ms) => {
  const invocation = remaining === undefined ? {} : { getRemainingTimeInMillis: () => remaining };
  const { at, deadline } = arrivalOf({ limits, clock }, invocation);
  expect([at, deadline.left()]).toEqual([1_000, ms]);
});
