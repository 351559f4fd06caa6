import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, CfnResource } from "aws-cdk-lib";
import type { Site } from "#lib/site/schema.ts";
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

/** Answers that make a stack smaller, each with the site that gives it. */
const smaller = (site: Site): readonly (readonly [answer: string, site: Site])[] => {
  const { auth, deployment } = site;
  return [
    ...(auth.scheme === "apiKey"
      ? [['auth.keysIn: "import"', { ...site, auth: { ...auth, keysIn: "import" } }] as const]
      : []),
    [
      'deployment.functions: "group"',
      { ...site, deployment: { ...deployment, functions: "group" } },
    ],
    ["origin: false", { ...site, origin: false }],
    ["docs.deployed: false", { ...site, docs: { deployed: false } }],
    ["pages: false", { ...site, pages: false }],
  ];
};

/**
 * Refuses a site whose stack would have more resources than CloudFormation takes, before anything is bundled.
 * @throws Error that says how many there would be with each smaller answer
 */
export const refuseTooMany = (settings: Omit<ServiceSettings, "bundles">): void => {
  const count = countResources(settings);
  if (count <= mostResources) return;
  const choices = smaller(settings.site).flatMap(([answer, site]) => {
    const fewer = countResources({ ...settings, site });
    return fewer < count ? [`  with ${answer}: ${fewer}`] : [];
  });
  throw new Error(
    `The stack of ${settings.site.name} would have ${count} resources, and CloudFormation takes ${mostResources}. Another answer makes it smaller:\n${choices.join("\n")}`,
  );
};
