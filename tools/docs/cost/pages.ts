import { readFileSync } from "node:fs";
import { routesOf } from "#lib/routes.ts";
import { openPoints, questionsAnsweredByHand } from "#lib/site/open-points.ts";
import { countsOf } from "../../../commands/synth/resource-counts.ts";
import demo from "../../../sites/demo.ts";
import plain from "../../../sites/plain.ts";
import { markdownTable, type PageParts, partsOf } from "../markdown.ts";
import { type DeployedSite, synthesiseSite } from "./deployed-site.ts";
import { idleLines } from "./idle.ts";
import { monthOf } from "./month.ts";
import { scannersTable } from "./scanners.ts";
import { assumedTable, formatDollars, idleTable, millionTable, monthTable } from "./tables.ts";

const sizesTable = (deployedSites: readonly DeployedSite[]): string => {
  const row = (name: string, cellOf: (deployedSite: DeployedSite) => string | number): string[] => [
    name,
    ...deployedSites.map((deployedSite) => String(cellOf(deployedSite))),
  ];
  const counts = (kind: "functions" | "resources" | "alarms") =>
    deployedSites.map(({ resources }) => String(countsOf(resources)[kind]));
  return markdownTable(
    ["", "only the specification", "everything"],
    [
      row("site profile", ({ site }) => `\`sites/${site.name}.ts\``),
      row("endpoints", ({ site }) => routesOf(site).length),
      row(
        `answers written in the profile, to ${openPoints.length} questions; conventions have the others`,
        ({ site }) => questionsAnsweredByHand(site).length,
      ),
      ["Lambda functions", ...counts("functions")],
      ["resources in the CloudFormation stack", ...counts("resources")],
      ["alarms", ...counts("alarms")],
      row("USD a month without a request", (deployedSite) =>
        formatDollars(monthOf(deployedSite, 0).sum),
      ),
      row("USD a month with five scanners", (deployedSite) =>
        formatDollars(monthOf(deployedSite, 5).sum),
      ),
    ],
  );
};

const costsList = (deployedSite: DeployedSite): string => {
  const paidLines = idleLines(deployedSite.resources).filter(({ amount }) => amount > 0);
  const paidText = paidLines.map(({ part, amount }) => `${amount} ${part}`).join(", ");
  const monthText = (scanners: number) =>
    `**${formatDollars(monthOf(deployedSite, scanners).sum)} USD**`;
  return [
    `- ${monthText(0)} without a request: AWS bills each metric of an alarm, here ${paidText}`,
    `- ${monthText(5)} with 5 scanners`,
    `- ${monthText(50)} with 50 scanners`,
  ].join("\n");
};

/** A current measured part of the page. `node tools/bench/bench.ts` writes it. */
const measuredTable = (name: "measured" | "boxes"): string => {
  const page = readFileSync(new URL("../../../docs/cost.md", import.meta.url), "utf8");
  return partsOf(page)[name] ?? "";
};

/** The generated parts of the pages about cost, from the templates of plain and demo. */
export const costPages = (): Readonly<Record<string, PageParts>> => {
  const smallest = synthesiseSite(plain);
  const largest = synthesiseSite(demo);
  const deployedSites = [smallest, largest];
  return {
    "README.md": { sizes: sizesTable(deployedSites), costs: costsList(smallest) },
    "docs/how-far.md": { scanners: scannersTable(smallest, largest) },
    "docs/cost.md": {
      month: monthTable(deployedSites),
      idle: idleTable(deployedSites),
      million: millionTable(deployedSites, "once", "a million scans"),
      kept: millionTable(deployedSites, "kept", "a month"),
      assumed: assumedTable(),
      measured: measuredTable("measured"),
      boxes: measuredTable("boxes"),
    },
  };
};
