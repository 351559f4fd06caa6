import { type Condition, conditions, type QueueRule } from "#lib/errors.ts";
import type { Site } from "#lib/site/schema.ts";
import { code, type Parts, table } from "./markdown.ts";

const queue: Readonly<Record<QueueRule, string>> = {
  final: "shows it to the worker and does not send it again",
  hold: "waits for credentials, then sends again",
  holdRoute:
    "waits with this route, and what follows on the same goods, for credentials that allow it, then sends again",
  retry: "sends it again with the same key",
  unknown: "cannot know whether it was recorded: sends it again with the same key",
};

type Answer = {
  readonly status: number;
  readonly domain: string;
  readonly code?: string;
  readonly message?: string | undefined;
};

const line = (name: Condition, { status, domain, code: ofSite, message }: Answer): string[] => {
  const row = conditions[name];
  const wait = "retryAfter" in row ? ` after ${row.retryAfter} s (\`Retry-After\`)` : "";
  return [
    code(name),
    "identifier" in row ? code(row.identifier) : "",
    String(status),
    "fixedCode" in row ? `${code(row.fixedCode)} (fixed)` : code(ofSite ?? ""),
    code(domain),
    message ?? row.message,
    `${queue[row.queue]}${wait}`,
  ];
};

const heads = [
  "condition",
  "the specification's identifier",
  "status",
  "error_code",
  "domain",
  "message",
  "a scanner's queue",
];

/** docs/errors.md: every condition of each group with a site's answers and what a scanner's queue does with it. */
export const errorsParts = ({ errors }: Site): Parts =>
  Object.fromEntries(
    Object.entries(errors).map(([group, answers]) => [
      group,
      table(
        heads,
        Object.entries<Answer>(answers).map(([condition, answer]) =>
          line(condition as Condition, answer),
        ),
      ),
    ]),
  );
