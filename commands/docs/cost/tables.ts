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

/** The specification alone, and everything. */
const comparedSites: readonly Site[] = [plain, demo];
const siteNames = comparedSites.map(({ name }) => name);

/** As many as a page tells of. */
const scannerCounts = [0, 5, 50, 500];

export const formatDollars = (amount: number): string => amount.toFixed(2);
const formatTotal = (lines: readonly CostLine[]): string => formatDollars(totalDollars(lines));

export const monthTable = (): string => {
  const ways = ["group", "endpoint"];
  const all = comparedSites.flatMap((site) =>
    ways.map((functions) => synthesiseSite(site, { functions })),
  );
  const heads = siteNames.flatMap((name) => ways.map((way) => `${name}, ${codeSpan(way)}`));
  return markdownTable(
    ["scanners", "scans a month", ...heads],
    scannerCounts.map((n) => [
      String(n),
      scansAMonth(n).toLocaleString("en"),
      ...all.map((one) => formatDollars(monthOf(one, n).sum)),
    ]),
  );
};

type TableRow = readonly string[];
type AddedDollars = (one: DeployedSite) => (scanners: number) => number;

/** The dollars that something adds to a month of so many scanners: a row for each site, or one for both if they are alike. */
const addedRows = (
  usual: readonly DeployedSite[],
  heads: TableRow,
  addedTo: AddedDollars,
): TableRow[] => {
  const rows = usual.map((one) => ({
    name: one.site.name,
    cells: scannerCounts.map(addedTo(one)).map(formatDollars),
  }));
  return [...Map.groupBy(rows, ({ cells }) => cells.join()).values()].map((alike) => [
    ...heads,
    alike.map(({ name }) => name).join(", "),
    ...(alike[0]?.cells ?? []),
  ]);
};

const settingRows = (
  usual: readonly DeployedSite[],
  settings: CdkSettings,
  prices: string,
): TableRow[] => {
  const texts = Object.entries(settings).map(
    ([name, value]) => `"${name}": ${JSON.stringify(value)}`,
  );
  return addedRows(usual, [codeSpan(texts.join(", ")), prices], (one) => {
    const other = synthesiseSite(one.site, settings);
    return (n) => monthOf(other, n).sum - monthOf(one, n).sum;
  });
};

const pricesText = (...names: readonly PriceName[]): string => names.map(priceText).join(", ");

/** Other settings, an ERP in a VPC, and earlier months, each with its dollars a month. */
export const addedTable = (usual: readonly DeployedSite[]): string => {
  const secret = secretInVpc(assumedAmount("zones"));
  const everything = pricesText("dashboard", "metricHour", "alarmMetric");
  const inVpc = [
    "an ERP in a VPC, its password in Secrets Manager",
    pricesText(...secret.map(({ price }) => price)),
  ];
  const earlier = ["each earlier month of scans", pricesText("tableStorage", "recovery")];
  return markdownTable(
    ["what", `USD, ${pricedOn}`, "site", ...scannerCounts.map((n) => `${n} scanners`)],
    [
      ...settingRows(usual, { watch: "none" }, pricesText("alarmMetric")),
      ...settingRows(usual, { watch: "everything" }, everything),
      ...settingRows(usual, { tracing: true }, pricesText("trace")),
      ...addedRows(usual, inVpc, () => () => totalDollars(secret)),
      ...addedRows(usual, earlier, (one) => (n) => monthOf(one, n).kept),
    ],
  );
};

/** A row for each part that a column has, with its price; a cell has the amount and the dollars. */
const partsTable = (
  heads: readonly string[],
  columns: readonly (readonly CostLine[])[],
  together: string,
): string => {
  const cell = ({ amount, usd: dollars }: CostLine) =>
    `${amount.toLocaleString("en")}: ${formatDollars(dollars)}`;
  const rows = (columns[0] ?? []).flatMap(({ part, price }, at) => {
    const lines = columns.flatMap((column) => column[at] ?? []);
    const isThere = lines.some(({ amount }) => amount > 0);
    return isThere ? [[part, priceText(price), ...lines.map(cell)]] : [];
  });
  return markdownTable(
    ["part", `USD, ${pricedOn}`, ...heads],
    [...rows, [together, "", ...columns.map(formatTotal)]],
  );
};

export const idleTable = (usual: readonly DeployedSite[]): string => {
  const all = comparedSites.map((site) => synthesiseSite(site, { watch: "everything" }));
  return partsTable(
    [...siteNames, ...siteNames.map((name) => `${name}, ${codeSpan("everything")}`)],
    [...usual, ...all].map(({ resources }) => idleLines(resources)),
    "a month",
  );
};

/** Of a million scans, two a second: what they cost once, or in each month for what they leave behind. */
export const millionTable = (
  usual: readonly DeployedSite[],
  which: "once" | "kept",
  together: string,
): string => {
  const columns = usual.map(
    ({ site, resources }) =>
      scanLines(site, settingsIn(resources), { scans: 1e6, aSecond: 2 })[which],
  );
  return partsTable(siteNames, columns, together);
};

export const assumedTable = (): string => markdownTable(["assumed", "what"], assumedRows);
