import { fromScaled } from "#lib/domain/value.ts";
import type { Site } from "#lib/site/schema.ts";
import { formatNumber } from "../cli/output.ts";
import type { AuditSummary } from "./audit-table.ts";
import type { AttributeDifference, DifferenceKind } from "./counter-faults.ts";

export const differenceLabels: Readonly<Record<DifferenceKind, string>> = {
  productBoxed: "boxed quantity of goods",
  productHeadroom: "how much of goods may still be boxed",
  boxed: "boxed quantity of an attachment",
  headroom: "how much of an attachment may still be boxed",
  located: "whether an attachment is located",
  evidence: "evidence of an attachment",
  index: "place in the index",
  order: "history that contradicts itself or the row",
  capPassed: "more boxed of an attachment than its cap allows",
  notConfigured: "attachment that is protected and not configured",
  unreadable: "row that cannot be read",
};

/** A value in its API form. Every number is a quantity. */
export const wireValueOf = (value: AttributeDifference["found"], { formats }: Site) =>
  typeof value === "number" ? fromScaled(value, formats.quantity.decimals) : value;

const printableValue = (value: AttributeDifference["found"]) =>
  value === undefined ? "none" : String(value).replace(/[\p{Cc}\p{Cf}]/gu, " ");

const sentenceOf = ({ kind, key, attribute, found, expected }: AttributeDifference): string => {
  const [pk, sk, name, foundText, expectedText] = [key.pk, key.sk, attribute, found, expected].map(
    printableValue,
  );
  return `${differenceLabels[kind]}: ${pk} ${sk} ${name} is ${foundText}, should be ${expectedText}`;
};

const summarySentences = ({ items, changing, differences }: AuditSummary): string[] => {
  const found = Object.entries(differences) as [DifferenceKind, number][];
  const lines = found.map(([kind, count]) => `${formatNumber(count)} × ${differenceLabels[kind]}`);
  if (changing > 0)
    lines.unshift(
      `${formatNumber(changing)} goods changed each time they were read: run the audit again.`,
    );
  if (lines.length === 0) lines.push("No difference.");
  return [`${formatNumber(items)} items read.`, ...lines];
};

/** Prints each difference at once and a summary at the end, as sentences or JSON lines. */
export const createReport = (site: Site, json: boolean) => {
  return {
    add: (differences: readonly AttributeDifference[]) => {
      for (const { found, expected, ...rest } of differences) {
        const shownDifference = {
          ...rest,
          found: wireValueOf(found, site),
          expected: wireValueOf(expected, site),
        };
        console.log(json ? JSON.stringify(shownDifference) : sentenceOf(shownDifference));
      }
    },
    end: (summary: AuditSummary) => {
      if (json) console.log(JSON.stringify({ summary }));
      else for (const sentence of summarySentences(summary)) console.log(sentence);
    },
  };
};
