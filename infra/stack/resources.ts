import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, CfnResource } from "aws-cdk-lib";
import { mostResources, type ServiceSettings } from "./service-settings.ts";
import { serviceStack } from "./service-stack.ts";

/** For a stack of which only the template matters: its functions have no content. `folder` is for CDK's output, and removed. */
export const withEmptyFunctions = <Made>(
  make: (bundles: ServiceSettings["bundles"], folder: string) => Made,
): Made => {
  const folder = mkdtempSync(join(tmpdir(), "warehouse-template-"));
  try {
    const empty = join(folder, "function");
    mkdirSync(empty);
    writeFileSync(join(empty, "index.mjs"), "");
    return make({ get: () => ({ folder: empty }) }, join(folder, "out"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The stack is made and not synthesised, which would take longer. */
export const countResources = (settings: Omit<ServiceSettings, "bundles">): number =>
  withEmptyFunctions((bundles, outdir) => {
    const stack = serviceStack(new App({ outdir, autoSynth: false }), { ...settings, bundles });
    return stack.node.findAll().filter((one) => CfnResource.isCfnResource(one)).length;
  });

/**
 * Refuses a site whose stack would have more resources than CloudFormation takes, before anything is bundled.
 * @throws Error that names the answers which make it smaller
 */
export const refuseTooMany = (settings: Omit<ServiceSettings, "bundles">): void => {
  const count = countResources(settings);
  if (count > mostResources)
    throw new Error(
      `The stack of ${settings.site.name} would have ${count} resources, and CloudFormation takes ${mostResources}. These answers make it smaller: deployment.functions "group", auth.keysIn "import"; false to pages, docs.deployed or origin.`,
    );
};
