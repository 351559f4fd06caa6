import type { Site } from "#lib/site/schema.ts";
import { shown } from "../cli/output.ts";
import { type Parts, table } from "../docs/markdown.ts";
import {
  assumptions,
  type Bill,
  type Line,
  type Mix,
  refusedUnits,
  total,
  type Usage,
} from "./bill.ts";
import type { Measured } from "./measure.ts";
import { asOf, gigabyte, prices, type Region } from "./prices.ts";

/** Everything that the command found. */
export type Cost = {
  readonly usage: Usage;
  readonly mix: Mix;
  readonly bill: Bill;
  readonly measured: readonly Measured[];
};

const dollars = (value: number) => value.toFixed(2);

const rowOf =
  (region: Region) =>
  ({ part, what, amount, price, cost }: Line): string[] => {
    const { usd, page } = price.in[region];
    const size =
      price.per === gigabyte
        ? `${shown(amount / gigabyte, 3)} GB`
        : shown(amount, amount < 100 ? 1 : 0);
    return [part, what, size, `${usd} / ${price.unit}${page ? "" : " *"}`, dollars(cost)];
  };

const heads = ["part", "what", "amount", "price, USD", "USD"];
const totalRow = (title: string, lines: readonly Line[]) => [
  title,
  "",
  "",
  "",
  dollars(total(lines)),
];

const operationsTable = ({ measured, mix, usage: { region } }: Cost): string => {
  const sum = measured.reduce((all, { id }) => all + (mix[id] ?? 0), 0);
  const rows = measured.map(
    ({ id, operation, taken: { writeTable, writeIndex, refusedWrites, read, stored } }) => {
      const refused = refusedUnits * refusedWrites;
      const cost =
        (writeTable + writeIndex + refused) * prices.writeUnits.in[region].usd +
        read * prices.readUnits.in[region].usd;
      const units = [
        `${writeTable} + ${writeIndex} + ${refused}`,
        shown(read, 1),
        shown(stored.table + stored.index),
      ];
      return [operation, `${shown(((mix[id] ?? 0) / sum) * 100, 2)} %`, ...units, dollars(cost)];
    },
  );
  const heads = [
    "operation",
    "share",
    "write units: table + index + refused",
    "read units",
    "stored, bytes",
    "DynamoDB, USD a million",
  ];
  return table(heads, rows);
};

const totalSentence = ({ usage: { scans, region }, bill }: Cost, { name }: Site): string =>
  `${shown(scans)} scans of the site ${name} in ${region}: ${dollars(total(bill.scans))} USD, ${(total(bill.scans) / scans).toPrecision(3)} a scan; beside it ${dollars(total(bill.fixed))} a month for the deployment.`;

const memory = (region: Region): string => {
  const all = Object.values(prices);
  return `${all.filter((price) => price.in[region].page === undefined).length} of ${all.length} prices in ${region} are from memory`;
};

/** The parts of docs/cost.md: one region in full, the others in a sentence. */
export const costParts = (cost: Cost, others: readonly Cost[], site: Site): Parts => {
  const { scans, kept, fixed } = cost.bill;
  const row = rowOf(cost.usage.region);
  const all = [cost, ...others];
  const pages = new Set(
    Object.values(prices).flatMap((price) =>
      Object.values(price.in).flatMap(({ page = [] }) => page),
    ),
  );
  return {
    totals: [
      ...all.map((one) => `- ${totalSentence(one, site)}`),
      `\nList prices of ${asOf}, without the free tier, of the first tier: ${all.map(({ usage }) => memory(usage.region)).join(", ")} (\`*\` in the tables). The others are said by: ${[...pages].join(", ")}. All stand in \`commands/cost/prices.ts\`.`,
    ].join("\n"),
    "by part": table(heads, [...scans.map(row), totalRow("all", scans)]),
    "by the month": table(
      [...heads.slice(0, 4), "USD a month"],
      [
        ...kept.map(row),
        totalRow("what the scans leave behind", kept),
        ...fixed.map(row),
        totalRow("the deployment", fixed),
      ],
    ),
    "by operation": operationsTable(cost),
    assumed: table(["what", "assumed"], assumptions),
  };
};
