import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { deploymentOf } from "#infra/deployment.ts";
import { refuseTakenDocsPath } from "#infra/stack/open-files.ts";
import { templateWithoutCode } from "#infra/stack/template.ts";
import { routesOf } from "#lib/routes.ts";
import { faultsOf } from "#lib/site/check-site.ts";
import type { Site } from "#lib/site/schema.ts";
import { countsOf, type ResourceCounts } from "../synth/resource-counts.ts";
import { leftOutAnswers, leftOutIn, leftOutSettings, siteWith } from "./left-out-answers.ts";

type StageFigures = ResourceCounts & { readonly operations: number };

export type LeftOut = {
  /** Where the answer is, in the profile or in `cdk.json`. */
  readonly answer: string;
  readonly about: string;
  /** What the stage has more with it, or why it cannot be added alone. */
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
  const { resources } = templateWithoutCode({ site, stage, deployment: settings }, folder);
  return { operations: routesOf(site).length, ...countsOf(resources) };
};

const subtractFigures = (now: StageFigures, then: StageFigures): StageFigures => ({
  operations: then.operations - now.operations,
  functions: then.functions - now.functions,
  alarms: then.alarms - now.alarms,
  resources: then.resources - now.resources,
});

/**
 * What a site leaves out, and what each would add to a stage: its template is made with that one answer more, and counted.
 * @param folder an empty one, for what is written on the way
 */
export const leftOutOf = (site: Site, stage: string, folder: string): LeftOut[] => {
  const now = figuresOf(site, stage, join(folder, "now"));
  const addsTo = (
    changed: Site,
    name: string,
    settings = defaultDeployment,
  ): StageFigures | string => {
    const [fault] = faultsOf(changed);
    if (fault) return `Its check says: ${fault.join(": ")}`;
    try {
      refuseTakenDocsPath(changed, settings);
      return subtractFigures(now, figuresOf(changed, stage, join(folder, name), settings));
    } catch (error) {
      return (error as Error).message;
    }
  };
  const answers = leftOutIn(site).map((answer) => ({
    answer,
    about: leftOutAnswers[answer] ?? "",
    adds: addsTo(siteWith(site, answer, stage), answer),
  }));
  const names = Object.keys(leftOutSettings) as (keyof typeof leftOutSettings)[];
  const settings = names
    .filter((name) => defaultDeployment[name] === false)
    .map((name) => {
      const { about, model } = leftOutSettings[name];
      const adds = addsTo(site, name, { ...defaultDeployment, [name]: model });
      return { answer: `${name} in cdk.json`, about, adds };
    });
  return [...answers, ...settings];
};
