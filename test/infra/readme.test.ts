import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { routesOf } from "#lib/routes.ts";
import { openPoints, typedQuestions } from "#lib/site/open-points.ts";
import type { Site } from "#lib/site/schema.ts";
import { table } from "../../commands/docs/markdown.ts";
import { countsOf } from "../../commands/synth/counts.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import { ofType, templateOf } from "./template.ts";

type Deployed = { readonly site: Site; readonly template: ReturnType<typeof templateOf> };

const deployed = [plain, demo].map(
  (site): Deployed => ({ site, template: templateOf(site, "staging") }),
);

/** The lines of a table that a page lacks. */
const missing = (page: string, lines: string): string[] => {
  const there = readFileSync(page, "utf8").split(/\r?\n/);
  return lines.split("\n").filter((line) => !there.includes(line));
};

const count = ({ template }: Deployed, type: string) => ofType(template, type).length;

/** CloudWatch bills an alarm for each metric in it; an expression is none. */
const alarmMetrics = ({ template }: Deployed): number =>
  ofType(template, "AWS::CloudWatch::Alarm")
    .flatMap(([, { Properties }]) => Properties.Metrics ?? [Properties])
    .filter(({ Expression }) => Expression === undefined).length;

/** The parts that cost money while no request comes, with US dollars a month (list prices of us-east-1). */
const paidIdle: readonly (readonly [string, number, (one: Deployed) => number])[] = [
  ["metrics in alarms", 0.1, alarmMetrics],
  ["composite alarm", 0.5, (one) => count(one, "AWS::CloudWatch::CompositeAlarm")],
  ["dashboard", 3, (one) => count(one, "AWS::CloudWatch::Dashboard")],
  ["KMS key of the alarms' topic", 1, (one) => count(one, "AWS::KMS::Key")],
];

const idleMonth = (one: Deployed): string =>
  paidIdle.reduce((sum, [, price, amount]) => sum + price * amount(one), 0).toFixed(2);

it("the README has the sizes of the specification's site and of demo", () => {
  const row = (name: string, of: (one: Deployed) => string | number): string[] => [
    name,
    ...deployed.map((one) => String(of(one))),
  ];
  const rows = [
    row("site profile", ({ site }) => `\`sites/${site.name}.ts\``),
    row("endpoints", ({ site }) => routesOf(site).length),
    row(
      `of ${openPoints.length} questions, answered by hand`,
      ({ site }) => typedQuestions(site).length,
    ),
    row("Lambda functions", ({ template }) => countsOf(template.resources).functions),
    row(
      "resources in the CloudFormation stack",
      ({ template }) => countsOf(template.resources).resources,
    ),
    row("alarms", ({ template }) => countsOf(template.resources).alarms),
    row("USD a month without a request", idleMonth),
  ];
  const heads = ["", "only the specification", "everything"];
  expect(missing("README.md", table(heads, rows))).toEqual([]);
});

it("the page about cost has what both sites cost without a request", () => {
  const rows = paidIdle.map(([name, price, amount]) => [
    name,
    price.toFixed(2),
    ...deployed.map((one) => `${amount(one)}: ${(price * amount(one)).toFixed(2)}`),
  ]);
  const sums = ["without a request", "", ...deployed.map(idleMonth)];
  const heads = ["a month", "USD each", ...deployed.map(({ site }) => site.name)];
  expect(missing("docs/cost.md", table(heads, [...rows, sums]))).toEqual([]);
});
