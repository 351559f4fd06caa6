import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { deploymentOf } from "#infra/deployment.ts";
import { type Template, templateWithoutCode } from "#infra/stack/template.ts";
import type { Site } from "#lib/site/schema.ts";
import { scratchFolder } from "../../cli/scratch.ts";

/** A site with the template of its stage. */
export type Deployed = { readonly site: Site; readonly resources: Template["resources"] };

/** Settings of cdk.json by their names. */
export type Settings = Readonly<Record<string, unknown>>;

const { folder } = scratchFolder("cost");

/** The stage `staging` of a site, with these settings in place of those in cdk.json. */
export const deployed = (site: Site, settings: Settings = {}): Deployed => {
  const deployment = deploymentOf((name) => settings[name]);
  const stage = { site, stage: "staging", deployment };
  const { resources } = templateWithoutCode(stage, mkdtempSync(join(folder, "template-")));
  return { site, resources };
};
