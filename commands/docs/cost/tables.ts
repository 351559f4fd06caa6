import type { Site } from "#lib/site/schema.ts";
import demo from "../../../sites/demo.ts";
import plain from "../../../sites/plain.ts";
import { code, table } from "../markdown.ts";
import { assumed, assumedRows } from "./assumed.ts";
import { type Deployed, deployed, type Settings } from "./deployed.ts";
import { idleLines } from "./idle.ts";
import { monthOf, scansAMonth, settingsIn } from "./month.ts";
import { type Line, type PriceName, priced, priceText, secretInVpc, sumOf } from "./prices.ts";
import { scanLines } from "./scans.ts";

/** The specification alone, and everything. */
const sites: readonly Site[] = [plain, demo];
const names = sites.map(({ name }) => name);

/** As many as a page tells of. */
const scanners = [0, 5, 50, 500];

export const usd = (amount: number): string => amount.toFixed(2);
const sum = (lines: readonly Line[]): string => usd(sumOf(lines));

export const monthTable = (): string => {
  const ways = ["group", "endpoint"];
  const all = sites.flatMap((site) => ways.map((functions) => deployed(site, { functions })));
  const heads = names.flatMap((name) => ways.map((way) => `${name}, ${code(way)}`));
  return table(
    ["scanners", "scans a month", ...heads],
    scanners.map((n) => [
      String(n),
      scansAMonth(n).toLocaleString("en"),
      ...all.map((one) => usd(monthOf(one, n).sum)),
    ]),
  );
};

type Row = readonly string[];
type AddedTo = (one: Deployed) => (scanners: number) => number;

/** The dollars that something adds to a month of so many scanners: a row for each site, or one for both if they are alike. */
const addedRows = (usual: readonly Deployed[], heads: Row, addedTo: AddedTo): Row[] => {
  const rows = usual.map((one) => ({
    name: one.site.name,
    cells: scanners.map(addedTo(one)).map(usd),
  }));
  return [...Map.groupBy(rows, ({ cells }) => cells.join()).values()].map((alike) => [
    ...heads,
    alike.map(({ name }) => name).join(", "),
    ...(alike[0]?.cells ?? []),
  ]);
};

const settingRows = (usual: readonly Deployed[], settings: Settings, prices: string): Row[] => {
  const texts = Object.entries(settings).map(
    ([name, value]) => `"${name}": ${JSON.stringify(value)}`,
  );
  return addedRows(usual, [code(texts.join(", ")), prices], (one) => {
    const other = deployed(one.site, settings);
    return (n) => monthOf(other, n).sum - monthOf(one, n).sum;
  });
};

const pricesText = (...names: readonly PriceName[]): string => names.map(priceText).join(", ");

/** Other settings, an ERP in a VPC, and earlier months, each with its dollars a month. */
export const addedTable = (usual: readonly Deployed[]): string => {
  const secret = secretInVpc(assumed("zones"));
  const everything = pricesText("dashboard", "metricHour", "alarmMetric");
  const inVpc = [
    "an ERP in a VPC, its password in Secrets Manager",
    pricesText(...secret.map(({ price }) => price)),
  ];
  const earlier = ["each earlier month of scans", pricesText("tableStorage", "recovery")];
  return table(
    ["what", `USD, ${priced}`, "site", ...scanners.map((n) => `${n} scanners`)],
    [
      ...settingRows(usual, { watch: "none" }, pricesText("alarmMetric")),
      ...settingRows(usual, { watch: "everything" }, everything),
      ...settingRows(usual, { tracing: true }, pricesText("trace")),
      ...addedRows(usual, inVpc, () => () => sumOf(secret)),
      ...addedRows(usual, earlier, (one) => (n) => monthOf(one, n).kept),
    ],
  );
};

/** A row for each part that a column has, with its price; a cell has the amount and the dollars. */
const partsTable = (
  heads: readonly string[],
  columns: readonly (readonly Line[])[],
  together: string,
): string => {
  const cell = ({ amount, usd: dollars }: Line) =>
    `${amount.toLocaleString("en")}: ${usd(dollars)}`;
  const rows = (columns[0] ?? []).flatMap(({ part, price }, at) => {
    const lines = columns.flatMap((column) => column[at] ?? []);
    const isThere = lines.some(({ amount }) => amount > 0);
    return isThere ? [[part, priceText(price), ...lines.map(cell)]] : [];
  });
  return table(
    ["part", `USD, ${priced}`, ...heads],
    [...rows, [together, "", ...columns.map(sum)]],
  );
};

export const idleTable = (usual: readonly Deployed[]): string => {
  const all = sites.map((site) => deployed(site, { watch: "everything" }));
  return partsTable(
    [...names, ...names.map((name) => `${name}, ${code("everything")}`)],
    [...usual, ...all].map(({ resources }) => idleLines(resources)),
    "a month",
  );
};

/** Of a million scans, two a second: what they cost once, or in each month for what they leave behind. */
export const millionTable = (
  usual: readonly Deployed[],
  which: "once" | "kept",
  together: string,
): string => {
  const columns = usual.map(
    ({ site, resources }) =>
      scanLines(site, settingsIn(resources), { scans: 1e6, aSecond: 2 })[which],
  );
  return partsTable(names, columns, together);
};

export const assumedTable = (): string => table(["assumed", "what"], assumedRows);
