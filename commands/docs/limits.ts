import * as z from "zod";
import { mostBoxes } from "#lib/domain/attachment-guard.ts";
import { mostCounted } from "#lib/domain/counts.ts";
import { keyLength, refusalStands } from "#lib/domain/operation.ts";
import { refusalsListed } from "#lib/domain/refusals.ts";
import { longestText } from "#lib/domain/value.ts";
import { conditions } from "#lib/errors.ts";
import { longestCaller } from "#lib/gate/caller.ts";
import { longestName, mostShown } from "#lib/http/problems.ts";
import { requestLimits } from "#lib/service.ts";
import { openPoints } from "#lib/site/open-points.ts";
import { Site } from "#lib/site/schema.ts";
import { longestAttempt } from "#lib/store/client.ts";
import { code } from "./markdown.ts";

type Json = { readonly [key: string]: unknown };

/** What a JSON Schema bounds, in words; what is beyond the integers that JavaScript holds is no bound of ours. */
const bounds: Readonly<Record<string, (most: number) => string>> = {
  maximum: (most) => `at most ${most}`,
  exclusiveMaximum: (most) => `below ${most}`,
  maxItems: (most) => `at most ${most} in a list`,
};

const form = z.toJSONSchema(Site, { unrepresentable: "any", io: "input" }) as Json;

const within = (schema: Json, path: readonly string[]): Json =>
  path.reduce<Json>((part, name) => (part.properties as Readonly<Record<string, Json>>)[name] ?? {}, schema);

/** The bounds of a part of the form, and of the parts that it has, those of each shape of an answer. */
const boundsIn = (schema: Json, at: string): string[][] => [
  ...Object.entries(bounds).flatMap(([word, says]) => {
    const most = schema[word];
    return typeof most === "number" && most < Number.MAX_SAFE_INTEGER ? [[`the answer ${code(at)}`, says(most)]] : [];
  }),
  ...Object.entries((schema.properties ?? {}) as Readonly<Record<string, Json>>).flatMap(([name, part]) => boundsIn(part, `${at}.${name}`)),
  ...["anyOf", "oneOf"].flatMap((word) => ((schema[word] ?? []) as Json[]).flatMap((part) => boundsIn(part, at))),
];

/** Answers whose parts are each an answer to the same question are told once. */
const alike = new Set(["fields", "success", "errors", "accepts"]);

const ofTheForm = openPoints
  .filter(({ path: [part = ""] }) => !alike.has(part))
  .flatMap(({ path }) => boundsIn(within(form, path), path.join(".")));

const waits = Object.entries(conditions).flatMap(([name, row]) => ("retryAfter" in row ? [`${row.retryAfter} s (${code(name)})`] : []));

/** Every limit that no site can answer away, from where it stands in the code. */
export const limits = (): string[][] => [
  ["a text of a request", `${longestText} UTF-16 units`],
  ["a client's key of a scan", `${keyLength.least} to ${keyLength.most} letters, digits or hyphens`],
  ["a refusal stands, where the client makes a key for each scan", `${refusalStands / 3_600_000} hours`],
  ["refusals are listed", `${refusalsListed / 3_600_000} hours`],
  ["goods and attachments that a count of an area looks at", `${mostCounted} a shard; then it says that there are more`],
  ["invalid fields that a message names", `${mostShown}; the others are counted`],
  ["a name that the client made up, in a message", `${longestName} UTF-16 units`],
  ["boxes that a refusal of the removal guard names", `${mostBoxes} for a category; the others are counted`],
  ["a caller's name in the history", `${longestCaller} characters`],
  ["`Retry-After`", waits.join(", ")],
  ["a request", `${requestLimits.budget} ms, and ${requestLimits.reserve} ms less than its function has left`],
  ["one attempt at the table", `${longestAttempt} ms`],
  ...ofTheForm,
];
