import CliTable3 from "cli-table3";
import type { Share } from "./average.ts";
import type { Bill, Line } from "./bill.ts";
import type { Options } from "./options.ts";
import { currency, gigabyte, type PriceList } from "./prices.ts";
import type { SiteFacts } from "./site-facts.ts";

/** Everything that the command found. */
export type Cost = {
  readonly options: Pick<Options, "scans" | "region" | "again" | "rate" | "duration"> & { readonly memory: number };
  readonly facts: SiteFacts;
  readonly bill: Bill;
  readonly shares: readonly Share[];
  readonly prices: PriceList;
};

const number = (digits: number) => {
  const format = new Intl.NumberFormat("en", { maximumFractionDigits: digits });
  return (value: number) => format.format(value);
};
const whole = number(0);
const short = number(2);
const dollars = (value: number) => value.toFixed(2);
const tiny = (value: number) => value.toPrecision(3);

const amountOf = ({ amount, price: { per } }: Line) =>
  per === gigabyte ? `${number(3)(amount / gigabyte)} GB` : number(amount < 100 ? 1 : 0)(amount);
const priceOf = ({ price: { usd, unit, readIn } }: Line) => `${usd} / ${unit}${readIn === undefined ? " *" : ""}`;
const rowOf = (line: Line) => [line.part, line.what, amountOf(line), priceOf(line), dollars(line.cost)];

export type Grid = { readonly heads: readonly string[]; readonly rows: readonly (readonly string[])[] };

const heads = (last: string) => ["part", "what", "amount", `price, ${currency}`, last];
const totalRow = (title: string, total: number) => [title, "", "", "", dollars(total)];

/** What the scans cost. */
export const usageGrid = ({ bill: { lines, total } }: Cost): Grid => ({
  heads: heads(currency),
  rows: [...lines.map(rowOf), totalRow("all", total)],
});

/** What is paid each month, whatever is scanned in it. */
export const monthlyGrid = ({ bill: { kept, keptTotal, fixed, fixedTotal } }: Cost): Grid => ({
  heads: heads(`${currency} a month`),
  rows: [
    ...kept.map(rowOf),
    totalRow("what the scans leave behind", keptTotal),
    ...fixed.map(rowOf),
    totalRow("the deployment", fixedTotal),
  ],
});

/** What DynamoDB takes for each operation. */
export const operationsGrid = ({ shares, prices }: Cost): Grid => ({
  heads: ["operation", "share", "write units: table + index + refused", "read units", "stored, bytes", `DynamoDB, ${currency} a million`],
  rows: shares.map(({ operation, share, takes: { writeTable, writeIndex, refusedUnits, read, tableBytes, indexBytes } }) => [
    operation,
    `${short(share * 100)} %`,
    `${short(writeTable)} + ${short(writeIndex)} + ${short(refusedUnits)}`,
    short(read),
    whole(tableBytes + indexBytes),
    dollars((writeTable + writeIndex + refusedUnits) * prices.writeUnits.usd + read * prices.readUnits.usd),
  ]),
});

export const totalSentence = ({ options: { scans, region }, facts, bill }: Cost): string =>
  `${whole(scans)} scans of the site ${facts.site} in ${region}: ${dollars(bill.total)} ${currency}, ${tiny(bill.perScan)} a scan; beside it ${dollars(bill.fixedTotal)} a month for the deployment.`;

/** What a star at a price says. */
export const starred = "* the price that is widely published for the region; no page that says it could be read.";

/** The tables for a terminal; coloured only where the terminal shows colours. */
export const printed = (cost: Cost, stream: NodeJS.WriteStream): string => {
  const style = stream.isTTY && stream.hasColors() ? { head: ["cyan"] } : { head: [], border: [] };
  const drawn = ({ heads: head, rows }: Grid, words: number) => {
    const grid = new CliTable3({
      head: [...head],
      colAligns: head.map((_, at) => (at < words ? ("left" as const) : ("right" as const))),
      style,
    });
    grid.push(...rows.map((cells) => [...cells]));
    return grid.toString();
  };
  return [
    drawn(operationsGrid({ ...cost, shares: cost.shares.filter(({ share }) => share > 0) }), 1),
    drawn(usageGrid(cost), 2),
    drawn(monthlyGrid(cost), 2),
    starred,
    "",
    totalSentence(cost),
    "",
  ].join("\n");
};
