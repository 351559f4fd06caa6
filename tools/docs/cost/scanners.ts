import { markdownTable } from "../markdown.ts";
import { assumedAmount } from "./assumed-amounts.ts";
import type { DeployedSite } from "./deployed-site.ts";
import { monthOf, settingsIn } from "./month.ts";
import { scanLines } from "./scans.ts";

/** The numbers of scanners in the table. */
const scannerCounts = [5, 50, 500, 5_000, 50_000];

/** Seconds between two scans of a busy scanner, and in which all scanners scan once at a bell. */
const [busySeconds, bellSeconds] = [4, 3];

/** Write units: of a first save of goods with all extensions, and of a move in the partition of places. */
const [unitsOfSave, placeUnitsOfMove] = [8, 2];

/** What AWS allows, with what is done about it. In the order of docs/how-far.md. */
const limits = {
  newAccount: [10, "a new account's 10 functions at once"],
  freshTable: [4_000, "a new table's 4,000 write units"],
  partition: [1_000, "the 1,000 units of the partition of places"],
  functions: [1_000, "the quota of 1,000 functions at once"],
  gateway: [10_000, "the gateway's quota of 10,000 requests"],
  table: [40_000, "the table's quota of 40,000 write units"],
} as const;

const amountIn = (lines: ReturnType<typeof scanLines>, part: string): number =>
  lines.once.find((line) => line.part === part)?.amount ?? 0;

/** Units and milliseconds of one scan of the mix. */
const scanOf = ({ site, resources }: DeployedSite) => {
  const settings = settingsIn(resources);
  const lines = scanLines(site, settings, { scans: 1e6, aSecond: 2 });
  const writes = ["the table", "the index", "refused transactions"].map((of) =>
    amountIn(lines, `DynamoDB: write units of ${of}`),
  );
  return {
    writes: writes.reduce((sum, units) => sum + units, 0),
    index: amountIn(lines, "DynamoDB: write units of the index"),
    ms: (amountIn(lines, "Lambda: time") * 1_024) / settings.memory,
  };
};

const shown = (value: number): string =>
  value < 10 ? String(Number(value.toPrecision(1))) : Math.round(value).toLocaleString("en");

/**
 * What scanners need of AWS, and the limits that they reach.
 * @param smallest a site without history, whose index has only the partition of places
 */
export const scannersTable = (smallest: DeployedSite, largest: DeployedSite): string => {
  const scan = scanOf(largest);
  const { index: placeUnits } = scanOf(smallest);
  const rows = scannerCounts.map((scanners) => {
    const busy = scanners / busySeconds;
    const units = { mix: busy * scan.writes, saves: busy * unitsOfSave };
    const places = { mix: busy * placeUnits, moves: busy * placeUnitsOfMove };
    const atOnce = (busy * scan.ms) / 1_000;
    const atBell = (scanners / bellSeconds) * ((assumedAmount("coldMs") + scan.ms) / 1_000);
    const reached = [
      atBell > limits.newAccount[0] && atBell <= limits.functions[0] && limits.newAccount[1],
      units.mix > limits.freshTable[0] && limits.freshTable[1],
      places.moves > limits.partition[0] &&
        limits.partition[1] + (places.mix > limits.partition[0] ? "" : ", if most scans are moves"),
      atBell > limits.functions[0] && limits.functions[1],
      busy > limits.gateway[0] && limits.gateway[1],
      units.mix > limits.table[0] && limits.table[1],
    ].filter((limit) => limit !== false);
    return [
      scanners.toLocaleString("en"),
      `${shown((scanners * assumedAmount("scansAnHour")) / 3_600)} / ${shown(busy)}`,
      `${shown(units.mix)} / ${shown(units.saves)}`,
      `${shown(places.mix)} / ${shown(places.moves)}`,
      `${shown(atOnce)} / ${shown(atBell)}`,
      Math.round(monthOf(largest, scanners).sum).toLocaleString("en"),
      reached.join("; ") || "none",
    ];
  });
  return markdownTable(
    [
      "scanners",
      "scans a second: usual / busy",
      "write units a second: mix / only saves",
      "of them in the partition of places: mix / only moves",
      "functions at once: busy / at a bell",
      "USD a month",
      "limits reached",
    ],
    rows,
  );
};
