import { readFileSync } from "node:fs";
import { routesOf } from "#lib/routes.ts";
import { openPoints, questionsAnsweredByHand } from "#lib/site/open-points.ts";
import demo from "../../../sites/demo.ts";
import plain from "../../../sites/plain.ts";
import { countsOf } from "../../synth/resource-counts.ts";
import { markdownTable, type PageParts, partsOf } from "../markdown.ts";
import { type DeployedSite, synthesiseSite } from "./deployed-site.ts";
import { idleLines } from "./idle.ts";
import { monthOf } from "./month.ts";
import {
  addedTable,
  assumedTable,
  formatDollars,
  idleTable,
  millionTable,
  monthTable,
} from "./tables.ts";

const sizesTable = (usual: readonly DeployedSite[]): string => {
  const row = (name: string, of: (one: DeployedSite) => string | number): string[] => [
    name,
    ...usual.map((one) => String(of(one))),
  ];
  const counted = (what: "functions" | "resources" | "alarms") =>
    usual.map(({ resources }) => String(countsOf(resources)[what]));
  return markdownTable(
    ["", "only the specification", "everything"],
    [
      row("site profile", ({ site }) => `\`sites/${site.name}.ts\``),
      row("endpoints", ({ site }) => routesOf(site).length),
      row(
        `of ${openPoints.length} questions, answered by hand`,
        ({ site }) => questionsAnsweredByHand(site).length,
      ),
      ["Lambda functions", ...counted("functions")],
      ["resources in the CloudFormation stack", ...counted("resources")],
      ["alarms", ...counted("alarms")],
      row("USD a month without a request", (one) => formatDollars(monthOf(one, 0).sum)),
      row("USD a month with five scanners", (one) => formatDollars(monthOf(one, 5).sum)),
    ],
  );
};

const costsList = (one: DeployedSite): string => {
  const paid = idleLines(one.resources).filter(({ amount }) => amount > 0);
  const month = (scanners: number) => `**${formatDollars(monthOf(one, scanners).sum)} USD**`;
  return [
    `- ${month(0)} without a request: ${paid.map(({ part, amount }) => `${amount} ${part}`).join(", ")}`,
    `- ${month(5)} with 5 scanners`,
    `- ${month(50)} with 50 scanners`,
  ].join("\n");
};

/** `npm run bench -- growth` writes it. */
const measuredTable = (): string => {
  const page = readFileSync(new URL("../../../docs/cost.md", import.meta.url), "utf8");
  return partsOf(page).measured ?? "";
};

/** The parts of pages about the price of a stage, from the templates of plain and demo. */
export const costPages = (): Readonly<Record<string, PageParts>> => {
  const [smallest, all] = [synthesiseSite(plain), synthesiseSite(demo)];
  const usual = [smallest, all];
  return {
    "README.md": { sizes: sizesTable(usual), costs: costsList(smallest) },
    "docs/cost.md": {
      month: monthTable(),
      added: addedTable(usual),
      idle: idleTable(usual),
      million: millionTable(usual, "once", "a million scans"),
      kept: millionTable(usual, "kept", "a month"),
      assumed: assumedTable(),
      measured: measuredTable(),
    },
  };
};
