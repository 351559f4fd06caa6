import { mostBoxes } from "#lib/domain/attachment-guard.ts";
import { mostCounted } from "#lib/domain/counts.ts";
import { keyLength, refusalStands } from "#lib/domain/operation.ts";
import { refusalsListed } from "#lib/domain/refusals.ts";
import { conditions } from "#lib/errors.ts";
import { longestText } from "#lib/fields.ts";
import { longestCaller } from "#lib/gate/caller.ts";
import { longestName, mostShown } from "#lib/http/problems.ts";
import { requestLimits } from "#lib/service.ts";
import { longestAttempt } from "#lib/store/client.ts";
import { shown } from "../cli/output.ts";
import { code } from "./markdown.ts";

const waits = Object.entries(conditions).flatMap(([name, row]) =>
  "retryAfter" in row ? [`${row.retryAfter} s (${code(name)})`] : [],
);

/** The limits that no site answers. */
export const limits = (): string[][] => [
  ["a text of a request", `${longestText} UTF-16 units`],
  [
    "a client's key of a scan",
    `${keyLength.least} to ${keyLength.most} letters, digits or hyphens`,
  ],
  [
    "a refusal stands, where the client makes a key for each scan",
    `${refusalStands / 3_600_000} hours`,
  ],
  ["refusals are listed", `${refusalsListed / 3_600_000} hours`],
  [
    "goods and attachments that a count of an area looks at",
    `${shown(mostCounted)}; then it says that there are more`,
  ],
  ["invalid fields that a message names", `${mostShown}; the others are counted`],
  ["a name that the client made up, in a message", `${longestName} UTF-16 units`],
  [
    "boxes that a refusal of the removal guard names",
    `${mostBoxes} for a category; the others are counted`,
  ],
  ["a caller's name in the history", `${longestCaller} characters`],
  ["`Retry-After`", waits.join(", ")],
  [
    "a request",
    `${requestLimits.budget} ms, and ${requestLimits.reserve} ms less than its function has left`,
  ],
  ["one attempt at the table", `${longestAttempt} ms`],
];
