import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import cdk from "../cdk.json" with { type: "json" };
import { writePageFiles } from "../pages/build/pages.ts";
import { bundleSite } from "./bundle/bundle-site.ts";
import { writeDocsFiles } from "./bundle/docs-files.ts";
import { chooseSite, profileOf } from "./choose-site.ts";
import { deploymentOf } from "./deployment.ts";
import { erpFileFor } from "./erp/erp-file.ts";
import { addRules } from "./stack/nag-rules.ts";
import { refuseTakenPath } from "./stack/open-files.ts";
import { refuseUnsafe } from "./stack/refuse-unsafe.ts";
import { serviceStack } from "./stack/service-stack.ts";

/**
 * The CDK app: one stack for `-c site=<name or path> -c stage=<stage>`, by default demo and dev. Further context: `first=true`: a first
 * deployment, which is deleted if it fails; `table=<name>`: an existing table, with `stream=<arn>` where changes are sent; `erp=<file>`: the SQLite database of a site without a
 * server; and any setting of cdk.json.
 */
const app = new App({ context: cdk.context, autoSynth: false });

const context = (name: string): string | undefined => {
  const value: unknown = app.node.tryGetContext(name);
  return typeof value === "string" && value !== "" ? value : undefined;
};

const choice = context("site") ?? "demo";
const stage = context("stage") ?? "dev";

try {
  const site = await chooseSite(choice);
  refuseUnsafe(site, stage);
  const deployment = deploymentOf((name) => app.node.tryGetContext(name));
  refuseTakenPath(site, deployment);
  const settings = {
    site,
    stage,
    deployment,
    first: context("first") === "true",
    table: context("table"),
    stream: context("stream"),
  };
  const folder = mkdtempSync(join(tmpdir(), "warehouse-bundles-"));
  const erpFile = erpFileFor(site, folder, context("erp"));
  const bundles = await bundleSite({ profile: profileOf(choice), deployment, folder, erpFile });
  const docs = bundles.get("docs");
  if (docs && deployment.docs) await writeDocsFiles(site, deployment.docs, docs.folder);
  const pages = bundles.get("pages");
  if (pages) await writePageFiles(site, stage, pages.folder);
  serviceStack(app, { ...settings, bundles });
  addRules(app);
  app.synth();
} catch (error) {
  const { name, message, stack } = error as Error;
  console.error(name === "Error" || name === "UsageError" ? message : stack);
  // Like the commands: status 2 for a wrong call.
  process.exitCode = name === "UsageError" ? 2 : 1;
}
