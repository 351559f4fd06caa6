import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { App, type AppProps, CfnResource } from "aws-cdk-lib";
import cdk from "../../cdk.json" with { type: "json" };
import type { ServiceSettings } from "./service-settings.ts";
import { serviceStack } from "./service-stack.ts";

export type TemplateResource = {
  readonly Type: string;
  readonly DeletionPolicy?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is untyped JSON, and a wrong path into it fails the test that takes it
  readonly Properties: any;
};

export type StackTemplate = {
  readonly resources: Readonly<Record<string, TemplateResource>>;
  readonly outputs: Readonly<Record<string, { readonly Value: unknown }>>;
  readonly terminationProtection: boolean | undefined;
};

/** CDK's own checks take five times as long as all the rest; a deployment has them. */
export const ownRulesAlone: AppProps = { builtinCloudFormationValidation: false };

type SettingsWithoutCode = Omit<ServiceSettings, "bundles">;

/** The stack of a site's stage with empty functions, so that no bundle is built. */
const stackWithoutCode = (settings: SettingsWithoutCode, folder: string) => {
  const empty = join(folder, "function");
  mkdirSync(empty);
  writeFileSync(join(empty, "index.mjs"), "");
  const outdir = join(folder, "out");
  const app = new App({ context: cdk.context, outdir, treeMetadata: false, ...ownRulesAlone });
  const stack = serviceStack(app, { ...settings, bundles: { get: () => ({ folder: empty }) } });
  return { app, stack };
};

/**
 * The types of the resources of a site's stage, by their paths. No template is written, which takes four times as long.
 * @param folder an empty one
 */
export const resourcesWithoutCode = (
  settings: SettingsWithoutCode,
  folder: string,
): Readonly<Record<string, Pick<TemplateResource, "Type">>> => {
  const { stack } = stackWithoutCode(settings, folder);
  const resources = stack.node
    .findAll()
    .filter((construct) => CfnResource.isCfnResource(construct));
  return Object.fromEntries(
    resources.map(({ node, cfnResourceType }) => [node.path, { Type: cfnResourceType }]),
  );
};

/**
 * The stack of a site's stage as a template, without code.
 * @param folder an empty one, which the template's files are written to
 * @param prepare what the app has in addition to the stack, such as the rules
 */
export const templateWithoutCode = (
  settings: SettingsWithoutCode,
  folder: string,
  prepare: (app: App) => void = () => {},
): StackTemplate => {
  const { app, stack } = stackWithoutCode(settings, folder);
  prepare(app);
  const { Resources, Outputs } = app.synth().getStackByName(stack.stackName).template;
  return {
    resources: Resources,
    outputs: Outputs,
    terminationProtection: stack.terminationProtection,
  };
};
