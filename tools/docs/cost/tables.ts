import { type CostLine, pricedOn, priceText, totalDollars } from "../../../commands/prices.ts";
import demo from "../../../sites/demo.ts";
import plain from "../../../sites/plain.ts";
import { markdownTable } from "../markdown.ts";
import { assumedRows } from "./assumed-amounts.ts";
import type { DeployedSite } from "./deployed-site.ts";
import { idleLines } from "./idle.ts";
import { monthOf, scansAMonth, settingsIn } from "./month.ts";
import { scanLines } from "./scans.ts";

/** The site with only the specification, and the site with all extensions. */
const siteNames = [plain.name, demo.name];

/** The numbers of scanners on the page. */
const scannerCounts = [0, 5, 50, 500];

export const formatDollars = (amount: number): string => amount.toFixed(2);
const formatTotal = (lines: readonly CostLine[]): string => formatDollars(totalDollars(lines));

export const monthTable = (deployedSites: readonly DeployedSite[]): string =>
  markdownTable(
    ["scanners", "scans a month", ...siteNames],
    scannerCounts.map((count) => [
      String(count),
      scansAMonth(count).toLocaleString("en"),
      ...deployedSites.map((deployedSite) => formatDollars(monthOf(deployedSite, count).sum)),
    ]),
  );

/** A table of cost parts with a row for each part and its price. A cell has the amount and the dollars. */
const partsTable = (
  heads: readonly string[],
  columns: readonly (readonly CostLine[])[],
  totalLabel: string,
): string => {
  const cell = ({ amount, usd: dollars }: CostLine) =>
    `${amount.toLocaleString("en")}: ${formatDollars(dollars)}`;
  const rows = (columns[0] ?? []).flatMap(({ part, price }, index) => {
    const lines = columns.flatMap((column) => column[index] ?? []);
    const hasAmount = lines.some(({ amount }) => amount > 0);
    return hasAmount ? [[part, priceText(price), ...lines.map(cell)]] : [];
  });
  return markdownTable(
    ["part", `USD, ${pricedOn}`, ...heads],
    [...rows, [totalLabel, "", ...columns.map(formatTotal)]],
  );
};

export const idleTable = (deployedSites: readonly DeployedSite[]): string =>
  partsTable(
    siteNames,
    deployedSites.map(({ resources }) => idleLines(resources)),
    "a month",
  );

/** The price of a million scans, at two per second: once, or per month for their rows and logs. */
export const millionTable = (
  deployedSites: readonly DeployedSite[],
  period: "once" | "kept",
  totalLabel: string,
): string => {
  const columns = deployedSites.map(
    ({ site, resources }) =>
      scanLines(site, settingsIn(resources), { scans: 1e6, aSecond: 2 })[period],
  );
  return partsTable(siteNames, columns, totalLabel);
};

export const assumedTable = (): string => markdownTable(["assumed", "what"], assumedRows);
