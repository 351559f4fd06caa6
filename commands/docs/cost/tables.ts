import type { Site } from "#lib/site/schema.ts";
import demo from "../../../sites/demo.ts";
import plain from "../../../sites/plain.ts";
import { codeSpan, markdownTable } from "../markdown.ts";
import { assumedAmount, assumedRows } from "./assumed-amounts.ts";
import { type CdkSettings, type DeployedSite, synthesiseSite } from "./deployed-site.ts";
import { idleLines } from "./idle.ts";
import { monthOf, scansAMonth, settingsIn } from "./month.ts";
import {
  type CostLine,
  type PriceName,
  pricedOn,
  priceText,
  secretInVpc,
  totalDollars,
} from "./prices.ts";
import { scanLines } from "./scans.ts";

/** The site with only the specification, and the site with all extensions. */
const comparedSites: readonly Site[] = [plain, demo];
const siteNames = comparedSites.map(({ name }) => name);

/** The numbers of scanners on the page. */
const scannerCounts = [0, 5, 50, 500];

export const formatDollars = (amount: number): string => amount.toFixed(2);
const formatTotal = (lines: readonly CostLine[]): string => formatDollars(totalDollars(lines));

export const monthTable = (): string => {
  const groupings = ["group", "endpoint"];
  const deployedSites = comparedSites.flatMap((site) =>
    groupings.map((functions) => synthesiseSite(site, { functions })),
  );
  const heads = siteNames.flatMap((name) =>
    groupings.map((grouping) => `${name}, ${codeSpan(grouping)}`),
  );
  return markdownTable(
    ["scanners", "scans a month", ...heads],
    scannerCounts.map((count) => [
      String(count),
      scansAMonth(count).toLocaleString("en"),
      ...deployedSites.map((deployedSite) => formatDollars(monthOf(deployedSite, count).sum)),
    ]),
  );
};

type TableRow = readonly string[];
type AddedDollars = (deployedSite: DeployedSite) => (scanners: number) => number;

/** The dollars that something adds per month: a row for each site, or one row if both are equal. */
const addedRows = (
  deployedSites: readonly DeployedSite[],
  heads: TableRow,
  addedTo: AddedDollars,
): TableRow[] => {
  const rows = deployedSites.map((deployedSite) => ({
    name: deployedSite.site.name,
    cells: scannerCounts.map(addedTo(deployedSite)).map(formatDollars),
  }));
  const groups = Map.groupBy(rows, ({ cells }) => cells.join()).values();
  return [...groups].map((equalRows) => {
    const names = equalRows.map(({ name }) => name).join(", ");
    const cells = equalRows[0]?.cells ?? [];
    return [...heads, names, ...cells];
  });
};

const settingRows = (
  deployedSites: readonly DeployedSite[],
  settings: CdkSettings,
  prices: string,
): TableRow[] => {
  const texts = Object.entries(settings).map(
    ([name, value]) => `"${name}": ${JSON.stringify(value)}`,
  );
  const heads = [codeSpan(texts.join(", ")), prices];
  return addedRows(deployedSites, heads, (deployedSite) => {
    const changedSite = synthesiseSite(deployedSite.site, settings);
    return (count) => monthOf(changedSite, count).sum - monthOf(deployedSite, count).sum;
  });
};

const pricesText = (...names: readonly PriceName[]): string => names.map(priceText).join(", ");

/** Other settings, an ERP in a VPC, and earlier months, each with its dollars per month. */
export const addedTable = (deployedSites: readonly DeployedSite[]): string => {
  const secret = secretInVpc(assumedAmount("zones"));
  const everything = pricesText("dashboard", "metricHour", "alarmMetric");
  const inVpc = [
    "an ERP in a VPC, its password in Secrets Manager",
    pricesText(...secret.map(({ price }) => price)),
  ];
  const earlier = ["each earlier month of scans", pricesText("tableStorage", "recovery")];
  return markdownTable(
    ["what", `USD, ${pricedOn}`, "site", ...scannerCounts.map((count) => `${count} scanners`)],
    [
      ...settingRows(deployedSites, { watch: "none" }, pricesText("alarmMetric")),
      ...settingRows(deployedSites, { watch: "everything" }, everything),
      ...settingRows(deployedSites, { tracing: true }, pricesText("trace")),
      ...addedRows(deployedSites, inVpc, () => () => totalDollars(secret)),
      ...addedRows(
        deployedSites,
        earlier,
        (deployedSite) => (count) => monthOf(deployedSite, count).kept,
      ),
    ],
  );
};

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

export const idleTable = (deployedSites: readonly DeployedSite[]): string => {
  const watchedSites = comparedSites.map((site) => synthesiseSite(site, { watch: "everything" }));
  return partsTable(
    [...siteNames, ...siteNames.map((name) => `${name}, ${codeSpan("everything")}`)],
    [...deployedSites, ...watchedSites].map(({ resources }) => idleLines(resources)),
    "a month",
  );
};

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
