import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import recommended from "aws-cdk-lib/recommended-feature-flags.json" with { type: "json" };
import { writePageFiles } from "../pages/build/pages.ts";
import { overBudget } from "./bundle/budgets.ts";
import { bundleSite } from "./bundle/bundle-site.ts";
import { writeDocsFiles } from "./bundle/docs-files.ts";
import { chooseSite, profileOf } from "./choose-site.ts";
import { deploymentOf } from "./deployment.ts";
import { erpFileFor } from "./erp/erp-file.ts";
import { addRules } from "./stack/nag-rules.ts";
import { refuseUnsafe } from "./stack/refuse-unsafe.ts";
import { refuseTooMany } from "./stack/resources.ts";
import { serviceStack } from "./stack/service-stack.ts";

/**
 * The CDK app: one stack for one site and one stage, `-c site=<name or path> -c stage=<stage>`; the defaults are demo and dev.
 * Further context: `first=true` for a first deployment: if it fails, everything is deleted; `table=<name>`: use a table that exists;
 * `erp=<file>`: the SQLite database for the bundles of a site without a database server; `node=<binary>`: the Node with which V8 code caches are
 * made, `none` for no caches, or `docker`, the default, for Lambda's own. cdk.json has the deployment's own settings.
 */
const app = new App({ context: recommended, autoSynth: false });

const context = (name: string): string | undefined => {
  const value: unknown = app.node.tryGetContext(name);
  return typeof value === "string" && value !== "" ? value : undefined;
};

const choice = context("site") ?? "demo";
const stage = context("stage") ?? "dev";

try {
  const site = await chooseSite(choice);
  refuseUnsafe(site, stage);
  const settings = {
    site,
    stage,
    deployment: deploymentOf((name) => app.node.tryGetContext(name)),
    first: context("first") === "true",
    table: context("table"),
  };
  refuseTooMany(settings);
  const folder = mkdtempSync(join(tmpdir(), "warehouse-bundles-"));
  const erpFile = erpFileFor(site, folder, context("erp"));
  const node = context("node") ?? "docker";
  const bundles = await bundleSite({
    profile: profileOf(choice),
    folder,
    erpFile,
    codeCacheNode: node === "none" ? undefined : node,
  });
  const docs = bundles.get("docs");
  if (docs && site.docs.deployed) await writeDocsFiles(site, site.docs.deployed.path, docs.folder);
  const pages = bundles.get("pages");
  if (pages) await writePageFiles(site, pages.folder);
  for (const line of overBudget(bundles)) console.error(line);
  serviceStack(app, { ...settings, bundles });
  addRules(app);
  app.synth();
} catch (error) {
  const { name, message, stack } = error as Error;
  console.error(name === "Error" || name === "UsageError" ? message : stack);
  // Like the commands: status 2 for a wrong call.
  process.exitCode = name === "UsageError" ? 2 : 1;
}
