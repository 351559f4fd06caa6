import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { deploymentOf } from "#infra/deployment.ts";
import { refuseTakenDocsPath } from "#infra/stack/open-files.ts";
import { resourcesWithoutCode } from "#infra/stack/template.ts";
import { routesOf } from "#lib/routes.ts";
import { faultsOf } from "#lib/site/check-site.ts";
import type { Site } from "#lib/site/schema.ts";
import { drawTable } from "../cli/output.ts";
import { countsOf } from "../synth/resource-counts.ts";
import {
  leftOutAnswers,
  leftOutIn,
  leftOutSettings,
  modelOf,
  siteWith,
} from "./left-out-answers.ts";

/** The numbers of routes, functions and resources. */
type StageFigures = readonly [routes: number, functions: number, resources: number];

type LeftOut = {
  /** The path of the answer in the profile or in `cdk.json`. */
  readonly answer: string;
  readonly about: string;
  /** The answer that was counted. */
  readonly model: unknown;
  /** The figures that the answer adds to the stage, or why it cannot be added alone. */
  readonly adds: StageFigures | string;
};

const defaultDeployment = deploymentOf();

const figuresOf = (
  site: Site,
  stage: string,
  folder: string,
  settings = defaultDeployment,
): StageFigures => {
  mkdirSync(folder);
  const stack = resourcesWithoutCode({ site, stage, deployment: settings }, folder);
  const { functions, resources } = countsOf(stack);
  return [routesOf(site).length, functions, resources];
};

/**
 * The answers that a site leaves out, and what each would add to a stage. To count that, it makes a stack with each answer.
 * @param folder an empty folder for the stacks
 */
const leftOutOf = (site: Site, stage: string, folder: string): LeftOut[] => {
  const current = figuresOf(site, stage, join(folder, "now"));
  const addsTo = (
    changed: Site,
    name: string,
    settings = defaultDeployment,
  ): StageFigures | string => {
    const [fault] = faultsOf(changed);
    if (fault) return `Its check failed: ${fault.join(": ")}`;
    try {
      refuseTakenDocsPath(changed, settings);
      const [routes, functions, resources] = figuresOf(
        changed,
        stage,
        join(folder, name),
        settings,
      );
      return [routes - current[0], functions - current[1], resources - current[2]];
    } catch (error) {
      return (error as Error).message;
    }
  };
  const answers = leftOutIn(site).map((answer) => ({
    answer,
    about: leftOutAnswers[answer] ?? "",
    model: modelOf(answer, site, stage),
    adds: addsTo(siteWith(site, answer, stage), answer),
  }));
  const names = Object.keys(leftOutSettings) as (keyof typeof leftOutSettings)[];
  const settings = names
    .filter((name) => defaultDeployment[name] === false)
    .map((name) => {
      const { about, model } = leftOutSettings[name];
      const adds = addsTo(site, name, { ...defaultDeployment, [name]: model });
      return { answer: `${name} in cdk.json`, about, model, adds };
    });
  return [...answers, ...settings];
};

/** In characters. */
const longestCopied = 60;

const signedCount = (count: number): string => (count > 0 ? `+${count}` : String(count));

/** The answer that was counted, unless it is long: roles, throttles or the words of the pages. */
const copiedAnswer = ({ answer, model }: LeftOut): string[] => {
  const text = JSON.stringify(model);
  return text.length <= longestCopied ? [`  ${answer}: ${text}`] : [];
};

/** The lines about left-out answers: a table, then those that need another answer first. */
export const leftOutLines = (
  name: string,
  stage: string,
  leftOuts: readonly LeftOut[],
): string[] => {
  if (leftOuts.length === 0) return [];
  const rows = leftOuts.flatMap(({ answer, about, adds }) => {
    return typeof adds === "string" ? [] : [[answer, about, ...adds.map(signedCount)]];
  });
  const notAlone = leftOuts.flatMap(({ answer, adds }) =>
    typeof adds === "string" ? `  ${answer} cannot be added by itself. ${adds}` : [],
  );
  return [
    `Extensions and settings that ${name} leaves out, with what each one would add to the stage ${stage}.`,
    drawTable(["left out", "purpose", "routes", "functions", "resources"], rows, 2),
    ...notAlone,
    "Answers that you can copy into the profile (docs/open-points.md explains each):",
    ...leftOuts.flatMap(copiedAnswer),
  ];
};

/** Prints the answers that a site leaves out, if there are any. @param folder an empty folder for the stacks */
export const sayLeftOut = (site: Site, stage: string, folder: string): void => {
  const lines = leftOutLines(site.name, stage, leftOutOf(site, stage, folder));
  if (lines.length > 0) console.log(`\n${lines.join("\n")}`);
};
