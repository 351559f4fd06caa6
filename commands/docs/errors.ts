import { type Condition, conditions, type ErrorGroup, type QueueRule } from "#lib/errors.ts";
import type { Site } from "#lib/site/schema.ts";
import { code, page, table } from "./markdown.ts";

const groups: Readonly<Record<ErrorGroup, string>> = {
  gateway: "Told before any endpoint runs.",
  product: "Told by the location and box endpoints.",
  accessory: "Told by the accessory group, which has handlers of its own.",
};

const queue: Readonly<Record<QueueRule, string>> = {
  final: "shows it to the worker and does not send it again",
  hold: "waits for credentials, then sends again",
  holdRoute: "waits with this route, and what follows on the same goods, for credentials that allow it, then sends again",
  retry: "sends it again with the same key",
  unknown: "cannot know whether it was recorded: sends it again with the same key",
};

type Answer = { readonly status: number; readonly domain: string; readonly code?: string; readonly message?: string | undefined };

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

const heads = ["condition", "the specification's identifier", "status", "error_code", "domain", "message", "a scanner's queue"];

/** docs/errors.md: every condition with a site's answers and what a scanner's queue does with it. */
export const errorsPage = ({ name, errors }: Site): string =>
  page("Errors", [
    `Every error, from every layer, is JSON with exactly \`error_code\`, \`message\` and \`domain\` (specification §7). The specification fixes the two codes marked so; status, code, domain and message of each condition are a site's answers, here those of the example site \`${name}\`. A name in braces stands for a value of the request or of the record.`,
    ...(Object.keys(groups) as ErrorGroup[]).flatMap((group) => [
      `## ${group}`,
      groups[group],
      table(
        heads,
        Object.entries<Answer>(errors[group]).map(([condition, answer]) => line(condition as Condition, answer)),
      ),
    ]),
  ]);
