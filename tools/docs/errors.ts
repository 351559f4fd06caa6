import { type Condition, conditions, type QueueRule } from "#lib/errors.ts";
import type { Site } from "#lib/site/schema.ts";
import { codeSpan, markdownTable, type PageParts } from "./markdown.ts";

/** The words for the reactions of a scanner's queue; docs/errors.md explains them. */
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

const cellsOf = (name: Condition, { status, code: siteCode, message }: ErrorAnswer) => {
  const row = conditions[name];
  const wait = "retryAfter" in row ? `, ${row.retryAfter} s` : "";
  return [
    codeSpan(name) + ("identifier" in row ? `<br>${codeSpan(row.identifier)}` : ""),
    String(status),
    "fixedCode" in row ? `${codeSpan(row.fixedCode)} (fixed)` : codeSpan(siteCode ?? ""),
    message ?? row.message,
    `${queueWords[row.queue]}${wait}`,
  ];
};

/** docs/errors.md: the groups with their domains, and every condition with the site's answer and the reaction of a scanner's queue. */
export const errorsParts = ({ errors }: Site): PageParts => {
  const siteErrors = Object.entries(errors).flatMap(([group, answers]) =>
    Object.entries<ErrorAnswer>(answers).map(([name, answer]) => ({
      group,
      domain: answer.domain,
      cells: cellsOf(name as Condition, answer),
    })),
  );
  const domains = Map.groupBy(siteErrors, ({ group }) => group);
  const rows = Map.groupBy(siteErrors, ({ cells }) => cells.join());
  const groupTexts = [...domains].map(([group, rowsOfGroup]) => {
    const spans = new Set(rowsOfGroup.map(({ domain }) => codeSpan(domain)));
    return `${group} ${[...spans].join()}`;
  });
  return {
    domains: groupTexts.join(" · "),
    conditions: markdownTable(
      ["condition", "status", "error_code", "message", "queue", "groups"],
      [...rows.values()].map((sameRows) => [
        ...(sameRows[0]?.cells ?? []),
        sameRows.map(({ group }) => group).join(", "),
      ]),
    ),
  };
};
