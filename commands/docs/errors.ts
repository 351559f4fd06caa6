import { type Condition, conditions, type QueueRule } from "#lib/errors.ts";
import type { Site } from "#lib/site/schema.ts";
import { code, type Parts, table } from "./markdown.ts";

/** Explained on the page. */
const queue: Readonly<Record<QueueRule, string>> = {
  final: "final",
  hold: "holds",
  holdRoute: "holds the route",
  retry: "again",
  unknown: "unknown",
};

type Answer = {
  readonly status: number;
  readonly domain: string;
  readonly code?: string;
  readonly message?: string | undefined;
};

const line = (name: Condition, { status, domain, code: ofSite, message }: Answer) => {
  const row = conditions[name];
  const wait = "retryAfter" in row ? `, ${row.retryAfter} s` : "";
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

const heads = ["condition", "specification", "status", "error_code", "domain", "message", "queue"];

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
