import type { AuditSummary } from "#lib/audit/audit-table.ts";
import type { Difference, DifferenceKind } from "#lib/audit/differences.ts";
import { fromScaled } from "#lib/domain/value.ts";
import type { Site } from "#lib/site/schema.ts";
import { shown } from "../cli/output.ts";

/** How each kind of difference is told. */
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
  const shown = (value: Difference["found"]) => (typeof value === "number" ? fromScaled(value, formats.quantity.decimals) : value);
  return { ...difference, found: shown(difference.found), expected: shown(difference.expected) };
};

const rounded = (seconds: number) => Math.round(seconds * 1_000) / 1_000;

const cell = (value: Difference["found"]) => (value === undefined ? "none" : String(value).replace(/[\p{Cc}\p{Cf}]/gu, " "));

/** The most differences that people are shown: a changed rule may make one of every row. */
const mostShown = 500;

export type Report = {
  readonly add: (differences: readonly Difference[]) => void;
  readonly end: (summary: AuditSummary) => void;
};

/** JSON lines as they are found, then one of the summary. */
const jsonReport = (site: Site, print: (line: string) => void): Report => ({
  add: (differences) => {
    for (const difference of differences) print(JSON.stringify(shownOf(difference, site)));
  },
  end: ({ readSeconds, lookSeconds, ...summary }) => {
    const seconds = { readSeconds: rounded(readSeconds), lookSeconds: rounded(lookSeconds) };
    print(JSON.stringify({ summary: { ...summary, ...seconds, itemsPerSecond: Math.round(summary.items / readSeconds) } }));
  },
});

/** The first differences and the summary in words, for people. */
const wordsReport = (site: Site, print: (line: string) => void): Report => {
  let count = 0;
  return {
    add: (differences) => {
      for (const difference of differences.slice(0, Math.max(0, mostShown - count))) {
        const { kind, key, attribute, found, expected } = shownOf(difference, site);
        const [pk, sk, name, was, must] = [key.pk, key.sk, attribute, found, expected].map(cell);
        print(`${words[kind]}: ${pk} ${sk} ${name} is ${was}, should be ${must}`);
      }
      count += differences.length;
    },
    end: ({ items, goods, readSeconds, lookSeconds, suspects, unsettled, differences }) => {
      if (count > mostShown) print(`and ${shown(count - mostShown)} more: --json prints them all`);
      print(`${shown(items)} items of ${shown(goods)} goods read in ${readSeconds.toFixed(1)} s, ${shown(items / readSeconds)} a second.`);
      if (suspects > 0) print(`${shown(suspects)} goods looked at closely in ${lookSeconds.toFixed(1)} s.`);
      if (unsettled > 0) print(`${shown(unsettled)} goods moved during every look and could not be judged: run it again.`);
      const found = Object.entries(differences) as [DifferenceKind, number][];
      for (const [kind, count] of found) print(`${shown(count)} × ${words[kind]}`);
      if (found.length === 0) print("No difference.");
    },
  };
};

/** Tells of an audit on standard output. */
export const reportFor = (site: Site, json: boolean): Report =>
  (json ? jsonReport : wordsReport)(site, (line) => void process.stdout.write(`${line}\n`));
