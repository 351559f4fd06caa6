import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { deploymentOf } from "#infra/deployment.ts";
import { type StackTemplate, templateWithoutCode } from "#infra/stack/template.ts";
import type { Site } from "#lib/site/schema.ts";
import { makeScratchFolder } from "../../../commands/cli/scratch-folder.ts";

/** A site with the template of its stage. */
export type DeployedSite = { readonly site: Site; readonly resources: StackTemplate["resources"] };

/** Settings of cdk.json, by name. */
export type CdkSettings = Readonly<Record<string, unknown>>;

const { folder } = makeScratchFolder("cost");

/** Makes the template of a site's stage `staging`. These settings replace those in cdk.json. */
export const synthesiseSite = (site: Site, settings: CdkSettings = {}): DeployedSite => {
  const deployment = deploymentOf((name) => settings[name]);
  const stage = { site, stage: "staging", deployment };
  const { resources } = templateWithoutCode(stage, mkdtempSync(join(folder, "template-")));
  return { site, resources };
};
