import { type Condition, conditions, type QueueRule } from "#lib/errors.ts";
import type { Site } from "#lib/site/schema.ts";
import { codeSpan, markdownTable, type PageParts } from "./markdown.ts";

/** Explained on the page. */
const queueWords: Readonly<Record<QueueRule, string>> = {
  final: "final",
  hold: "holds",
  holdRoute: "holds the route",
  retry: "again",
  unknown: "unknown",
};

type ErrorAnswer = {
  readonly status: number;
  readonly domain: string;
  readonly code?: string;
  readonly message?: string | undefined;
};

const cellsOf = (name: Condition, { status, code: ofSite, message }: ErrorAnswer) => {
  const row = conditions[name];
  const wait = "retryAfter" in row ? `, ${row.retryAfter} s` : "";
  return [
    codeSpan(name) + ("identifier" in row ? `<br>${codeSpan(row.identifier)}` : ""),
    String(status),
    "fixedCode" in row ? `${codeSpan(row.fixedCode)} (fixed)` : codeSpan(ofSite ?? ""),
    message ?? row.message,
    `${queueWords[row.queue]}${wait}`,
  ];
};

/** docs/errors.md: the groups with their domains, and every condition with a site's answer and what a scanner's queue does with it. */
export const errorsParts = ({ errors }: Site): PageParts => {
  const all = Object.entries(errors).flatMap(([group, answers]) =>
    Object.entries<ErrorAnswer>(answers).map(([name, answer]) => ({
      ...{ group, domain: answer.domain },
      cells: cellsOf(name as Condition, answer),
    })),
  );
  const domains = Map.groupBy(all, ({ group }) => group);
  const rows = Map.groupBy(all, ({ cells }) => cells.join());
  return {
    domains: [...domains]
      .map(
        ([group, of]) =>
          `${group} ${[...new Set(of.map(({ domain }) => codeSpan(domain)))].join()}`,
      )
      .join(" · "),
    conditions: markdownTable(
      ["condition", "status", "error_code", "message", "queue", "groups"],
      [...rows.values()].map((same) => [
        ...(same[0]?.cells ?? []),
        same.map(({ group }) => group).join(", "),
      ]),
    ),
  };
};
