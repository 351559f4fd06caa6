import { fromScaled } from "#lib/domain/value.ts";
import type { Site } from "#lib/site/schema.ts";
import { shown } from "../cli/output.ts";
import type { AuditSummary } from "./audit-table.ts";
import type { Difference, DifferenceKind } from "./differences.ts";

/** Each kind of difference in words. */
const words: Readonly<Record<DifferenceKind, string>> = {
  productBoxed: "boxed quantity of goods",
  productHeadroom: "headroom of goods",
  boxed: "boxed quantity of an attachment",
  headroom: "headroom of an attachment",
  located: "whether an attachment is located",
  evidence: "evidence of an attachment",
  index: "place in the index",
  shard: "row in the shard of a number that is still read",
  goodsMissing: "counters of goods that are in a box or on a shelf",
  capPassed: "more boxed of an attachment than its cap allows",
  notConfigured: "attachment that is protected and not configured",
  unreadable: "row that cannot be read",
};

const quantities: ReadonlySet<DifferenceKind> = new Set([
  "productBoxed",
  "productHeadroom",
  "boxed",
  "headroom",
  "capPassed",
  "notConfigured",
]);

/** A difference with its quantities as on the wire. */
const shownOf = (difference: Difference, { formats }: Site): Difference => {
  if (!quantities.has(difference.kind)) return difference;
  const shown = (value: Difference["found"]) =>
    typeof value === "number" ? fromScaled(value, formats.quantity.decimals) : value;
  return { ...difference, found: shown(difference.found), expected: shown(difference.expected) };
};

const cell = (value: Difference["found"]) =>
  value === undefined ? "none" : String(value).replace(/[\p{Cc}\p{Cf}]/gu, " ");

const sentenceOf = ({ kind, key, attribute, found, expected }: Difference): string => {
  const [pk, sk, name, was, must] = [key.pk, key.sk, attribute, found, expected].map(cell);
  return `${words[kind]}: ${pk} ${sk} ${name} is ${was}, should be ${must}`;
};

const summarySentences = ({ items, changing, differences }: AuditSummary): string[] => {
  const found = Object.entries(differences) as [DifferenceKind, number][];
  return [
    `${shown(items)} items read and compared.`,
    ...(changing > 0
      ? [
          `${shown(changing)} goods changed during every look and could not be judged: run it again.`,
        ]
      : []),
    ...(found.length > 0
      ? found.map(([kind, count]) => `${shown(count)} × ${words[kind]}`)
      : ["No difference."]),
  ];
};

/** Reports an audit on standard output: each difference as it is found, then a summary; in sentences, or as JSON lines. */
export const reportFor = (site: Site, json: boolean) => {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  return {
    add: (differences: readonly Difference[]) => {
      for (const difference of differences.map((one) => shownOf(one, site)))
        print(json ? JSON.stringify(difference) : sentenceOf(difference));
    },
    end: (summary: AuditSummary) => {
      if (json) return print(JSON.stringify({ summary }));
      for (const sentence of summarySentences(summary)) print(sentence);
    },
  };
};
