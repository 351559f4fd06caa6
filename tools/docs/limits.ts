import { mostBoxesNamed } from "#lib/domain/attachment-guard.ts";
import { mostCounted } from "#lib/domain/counts.ts";
import { keyLength, refusalLifetimeMs } from "#lib/domain/operation.ts";
import { refusalsListedMs } from "#lib/domain/refusals.ts";
import { conditions } from "#lib/errors.ts";
import { maxTextLength } from "#lib/fields.ts";
import { longestCallerName } from "#lib/gate/caller.ts";
import { longestUnknownName, mostShownProblems } from "#lib/http/problems.ts";
import { requestLimits } from "#lib/service.ts";
import { longestAttemptMs } from "#lib/store/client.ts";
import { formatNumber } from "../../commands/cli/output.ts";
import { codeSpan } from "./markdown.ts";

const retryWaits = Object.entries(conditions).flatMap(([name, row]) =>
  "retryAfter" in row ? [`${row.retryAfter} s (${codeSpan(name)})`] : [],
);

/** The limits that no site profile can change. */
export const limitRows = (): string[][] => [
  ["text in a request", `${maxTextLength} UTF-16 units`],
  [
    "idempotency key of a client",
    `${keyLength.least} to ${keyLength.most} letters, digits or hyphens`,
  ],
  ["a kept refusal is the answer of its key", `${refusalLifetimeMs / 3_600_000} hours`],
  ["time in the list of refusals", `${refusalsListedMs / 3_600_000} hours`],
  [
    "goods and attachments that a count of an area reads",
    `${formatNumber(mostCounted)}; if there are more, the answer says so`,
  ],
  ["invalid fields that a message names", `${mostShownProblems}; the others are counted`],
  ["an unknown name, quoted in a message", `${longestUnknownName} UTF-16 units`],
  [
    "boxes named in a refusal of the removal guard",
    `${mostBoxesNamed} for a category; the others are counted`,
  ],
  ["a caller's name in the history", `${longestCallerName} characters`],
  ["`Retry-After`", retryWaits.join(", ")],
  [
    "time for a request",
    `${requestLimits.budget} ms, and at most the rest of the function's time minus ${requestLimits.reserve} ms`,
  ],
  ["time for one attempt at the table", `${longestAttemptMs} ms`],
];
