import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import cdk from "../cdk.json" with { type: "json" };
import { writePageFiles } from "../frontend/pages/build/pages.ts";
import { bundleSite } from "./bundle/bundle-site.ts";
import { writeDocsFiles } from "./bundle/docs-files.ts";
import { chooseSite, profileOf } from "./choose-site.ts";
import { deploymentOf } from "./deployment.ts";
import { erpFileFor } from "./erp/erp-file.ts";
import { addNagRules } from "./stack/nag-rules.ts";
import { refuseTakenDocsPath } from "./stack/open-files.ts";
import { refuseUnsafe } from "./stack/refuse-unsafe.ts";
import { serviceStack } from "./stack/service-stack.ts";

/**
 * The CDK app: one stack for `-c site=<name or path> -c stage=<stage>`, by default demo and dev. Further context:
 * - `first=true`: a first deployment, which is deleted if it fails
 * - `table=<name>`: an existing table, with `stream=<arn>` where changes are sent
 * - `erp=<file>`: the SQLite database of a site without a server
 * - any setting of cdk.json
 */
const cdkApp = new App({ context: cdk.context, autoSynth: false });

const contextText = (name: string): string | undefined => {
  const value: unknown = cdkApp.node.tryGetContext(name);
  return typeof value === "string" && value !== "" ? value : undefined;
};

const siteChoice = contextText("site") ?? "demo";
const stageName = contextText("stage") ?? "dev";

try {
  const site = await chooseSite(siteChoice);
  refuseUnsafe(site, stageName);
  const deployment = deploymentOf((name) => cdkApp.node.tryGetContext(name));
  refuseTakenDocsPath(site, deployment);
  const settings = {
    site,
    stage: stageName,
    deployment,
    isFirstDeployment: contextText("first") === "true",
    existingTable: contextText("table"),
    existingStream: contextText("stream"),
  };
  const folder = mkdtempSync(join(tmpdir(), "warehouse-bundles-"));
  // The CDK copies the bundles into its own folder.
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const erpFile = erpFileFor(site, folder, contextText("erp"));
  const bundles = await bundleSite({ profile: profileOf(siteChoice), deployment, folder, erpFile });
  const docs = bundles.get("docs");
  if (docs && deployment.docs) await writeDocsFiles(site, deployment.docs, docs.folder);
  const pages = bundles.get("pages");
  if (pages) await writePageFiles(site, stageName, pages.folder);
  serviceStack(cdkApp, { ...settings, bundles });
  addNagRules(cdkApp);
  cdkApp.synth();
} catch (error) {
  const { name, message, stack } = error as Error;
  console.error(name === "Error" || name === "UsageError" ? message : stack);
  // Like the commands: status 2 for a wrong call.
  process.exitCode = name === "UsageError" ? 2 : 1;
}
