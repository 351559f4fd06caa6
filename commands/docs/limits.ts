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
import { formatNumber } from "../cli/output.ts";
import { codeSpan } from "./markdown.ts";

const retryWaits = Object.entries(conditions).flatMap(([name, row]) =>
  "retryAfter" in row ? [`${row.retryAfter} s (${codeSpan(name)})`] : [],
);

/** The limits that no site profile can change. */
export const limitRows = (): string[][] => [
  ["a text of a request", `${maxTextLength} UTF-16 units`],
  [
    "a client's key of a scan",
    `${keyLength.least} to ${keyLength.most} letters, digits or hyphens`,
  ],
  [
    "a refusal stands, where the client makes a key for each scan",
    `${refusalLifetimeMs / 3_600_000} hours`,
  ],
  ["refusals are listed", `${refusalsListedMs / 3_600_000} hours`],
  [
    "goods and attachments that a count of an area looks at",
    `${formatNumber(mostCounted)}; then it says that there are more`,
  ],
  ["invalid fields that a message names", `${mostShownProblems}; the others are counted`],
  ["a name that the client made up, in a message", `${longestUnknownName} UTF-16 units`],
  [
    "boxes that a refusal of the removal guard names",
    `${mostBoxesNamed} for a category; the others are counted`,
  ],
  ["a caller's name in the history", `${longestCallerName} characters`],
  ["`Retry-After`", retryWaits.join(", ")],
  [
    "a request",
    `${requestLimits.budget} ms, and ${requestLimits.reserve} ms less than its function has left`,
  ],
  ["one attempt at the table", `${longestAttemptMs} ms`],
];
