import {
  type Condition,
  codeOf,
  conditions,
  type ErrorGroup,
  placeholders,
  type QueueRule,
} from "../errors.ts";
import { type Rule, when } from "./rule.ts";
import type { Site } from "./schema.ts";

/** A scanner's queue acts on the status (contract). So each condition needs a status that makes the queue do the right thing. */
const statuses: Record<
  QueueRule,
  { readonly right: (status: number) => boolean; readonly says: string }
> = {
  final: {
    right: (status) => status < 500 && ![401, 403, 429].includes(status),
    says: "4xx other than 401, 403 and 429: with any other status a queue keeps the scan and sends it again",
  },
  hold: {
    right: (status) => status === 401,
    says: "401: it alone keeps a scanner's whole queue until there are credentials",
  },
  holdRoute: {
    right: (status) => status === 403,
    says: "403: it alone keeps this route's scans until there are credentials for them",
  },
  retry: {
    right: (status) => status === 429 || status >= 500,
    says: "429 or 5xx: with any other status a queue gives up a scan that it should send again",
  },
  unknown: {
    right: (status) => status >= 500 && status !== 503,
    says: "5xx other than 503, which says that nothing was recorded: here nobody knows, and the scan must be sent again",
  },
};

type Answer = {
  readonly status: number;
  readonly code?: string;
  readonly message?: string | undefined;
};

/** A site's answers to all conditions, each with its path in the profile. */
export const answersIn = ({ errors }: Pick<Site, "errors">) =>
  (Object.keys(errors) as ErrorGroup[]).flatMap((group) =>
    Object.entries<Answer>(errors[group]).map(([name, answer]) => ({
      path: `errors.${group}.${name}`,
      condition: name as Condition,
      answer,
    })),
  );

const fixedCodes = new Set(
  Object.values(conditions).flatMap((row) => ("fixedCode" in row ? [row.fixedCode as string] : [])),
);

const listed = (names: readonly string[]) =>
  names.length === 0 ? "no placeholder" : names.map((name) => `{${name}}`).join(", ");

/** A client that acts on the code must not meet it under two statuses, by which a queue does two things. */
export const errorCodes: Rule = (site) => {
  const all = answersIn(site).map(({ path, condition, answer: { code, status } }) => ({
    path,
    code: codeOf(condition, code),
    status,
  }));
  return all.flatMap(({ path, code, status }) => {
    const { status: other, path: where } = all.find((one) => one.code === code) ?? { status, path };
    return when(
      other !== status,
      `${path}.status`,
      `"${code}" has the status ${other} already, at ${where}: give both one status, or another code`,
    );
  });
};

export const errorAnswers: Rule = (site) =>
  answersIn(site).flatMap(({ path, condition, answer: { status, code, message } }) => {
    const row = conditions[condition];
    const { right, says } = statuses[row.queue];
    const asked = placeholders(row.message);
    const used = placeholders(message ?? row.message);
    return [
      ...when(!right(status), `${path}.status`, `must be ${says}`),
      ...when(
        code !== undefined && fixedCodes.has(code),
        `${path}.code`,
        `"${code}" is fixed by the specification and tells of another condition`,
      ),
      ...when(
        asked.toSorted().join() !== used.toSorted().join(),
        `${path}.message`,
        `must name exactly ${listed(asked)}`,
      ),
    ];
  });
