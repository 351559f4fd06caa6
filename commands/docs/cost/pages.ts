import { readFileSync } from "node:fs";
import { routesOf } from "#lib/routes.ts";
import { openPoints, typedQuestions } from "#lib/site/open-points.ts";
import demo from "../../../sites/demo.ts";
import plain from "../../../sites/plain.ts";
import { countsOf } from "../../synth/counts.ts";
import { type Parts, partsOf, table } from "../markdown.ts";
import { type Deployed, deployed } from "./deployed.ts";
import { idleLines } from "./idle.ts";
import { monthOf } from "./month.ts";
import { addedTable, assumedTable, idleTable, millionTable, monthTable, usd } from "./tables.ts";

const sizesTable = (usual: readonly Deployed[]): string => {
  const row = (name: string, of: (one: Deployed) => string | number): string[] => [
    name,
    ...usual.map((one) => String(of(one))),
  ];
  const counted = (what: "functions" | "resources" | "alarms") =>
    usual.map(({ resources }) => String(countsOf(resources)[what]));
  return table(
    ["", "only the specification", "everything"],
    [
      row("site profile", ({ site }) => `\`sites/${site.name}.ts\``),
      row("endpoints", ({ site }) => routesOf(site).length),
      row(
        `of ${openPoints.length} questions, answered by hand`,
        ({ site }) => typedQuestions(site).length,
      ),
      ["Lambda functions", ...counted("functions")],
      ["resources in the CloudFormation stack", ...counted("resources")],
      ["alarms", ...counted("alarms")],
      row("USD a month without a request", (one) => usd(monthOf(one, 0).sum)),
      row("USD a month with five scanners", (one) => usd(monthOf(one, 5).sum)),
    ],
  );
};

const costsList = (one: Deployed): string => {
  const paid = idleLines(one.resources).filter(({ amount }) => amount > 0);
  const month = (scanners: number) => `**${usd(monthOf(one, scanners).sum)} USD**`;
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
export const costPages = (): Readonly<Record<string, Parts>> => {
  const [smallest, all] = [deployed(plain), deployed(demo)];
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
