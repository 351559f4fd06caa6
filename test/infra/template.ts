import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type DeploymentSettings, deploymentOf } from "#infra/deployment.ts";
import { addNagRules } from "#infra/stack/nag-rules.ts";
import type { ServiceSettings } from "#infra/stack/service-settings.ts";
import {
  type StackTemplate,
  type TemplateResource,
  templateWithoutCode,
} from "#infra/stack/template.ts";
import type { Site } from "#lib/site/schema.ts";
import { newFolder } from "../support/folder.ts";

/** The settings of cdk.json, of which some are replaced. */
export const deploymentWith = (given: Readonly<Record<string, unknown>>): DeploymentSettings =>
  deploymentOf((name) => given[name]);

/**
 * The stack of a site's stage as a template. Its functions have no content.
 * @throws Error that names the rules which the stack breaks without a reason
 */
export const templateOf = (
  site: Site,
  stage: string,
  more: Partial<
    Pick<ServiceSettings, "isFirstDeployment" | "existingTable" | "existingStream" | "deployment">
  > = {},
): StackTemplate =>
  templateWithoutCode(
    { site, stage, deployment: deploymentOf(), ...more },
    newFolder(),
    addNagRules,
  );

/** The functions in a template's file, with their variables and deployed folders. */
export const deployedIn = (file: string) => {
  const { Resources } = JSON.parse(readFileSync(file, "utf8"));
  return (
    Object.values(Resources) as (TemplateResource & { Metadata: Record<string, string> })[]
  ).flatMap(({ Type, Properties: { Description, Environment }, Metadata }) =>
    Type === "AWS::Lambda::Function"
      ? {
          id: Description.split(": ")[1] as string,
          variables: Environment?.Variables as Readonly<Record<string, unknown>>,
          folder: join(dirname(file), Metadata["aws:asset:path"] ?? "nowhere"),
        }
      : [],
  );
};

/** The resources of a type, with their names in the template. */
export const ofType = ({ resources }: StackTemplate, type: string): [string, TemplateResource][] =>
  Object.entries(resources).filter(([, { Type }]) => Type === type);

const theOne = (template: StackTemplate, type: string) => {
  const [found, ...others] = ofType(template, type);
  if (!found || others.length > 0) throw new Error(`${others.length + 1} of ${type}`);
  return found;
};

/** The properties of the only resource of a type. */
export const propertiesOfOnly = (
  template: StackTemplate,
  type: string,
): TemplateResource["Properties"] => theOne(template, type)[1].Properties;

/** The name in the template of the only resource of a type. */
export const nameOfOnly = (template: StackTemplate, type: string) => theOne(template, type)[0];

const pathOf = (template: StackTemplate, reference: { Ref?: string }): string => {
  const found = template.resources[reference.Ref ?? ""];
  return found ? `${pathOf(template, found.Properties.ParentId)}/${found.Properties.PathPart}` : "";
};

/** The id, from its description, of the function to which an ARN or a permission points. */
export const functionOf = ({ resources }: StackTemplate, reference: unknown): string => {
  const [, name = ""] = /"Fn::GetAtt":\["(\w+)","Arn"\]/.exec(JSON.stringify(reference)) ?? [];
  return resources[name]?.Properties.Description.split(": ")[1];
};

/** Every method of the gateway, with the function behind it. */
export const methodsOf = (template: StackTemplate) =>
  ofType(template, "AWS::ApiGateway::Method").map(([, { Properties: properties }]) => ({
    method: properties.HttpMethod as string,
    path: pathOf(template, properties.ResourceId) || "/",
    functionId: functionOf(template, properties.Integration.Uri),
    properties,
  }));

/** The functions by id. */
export const functionsOf = (template: StackTemplate): Map<string, TemplateResource["Properties"]> =>
  new Map(
    ofType(template, "AWS::Lambda::Function").map(([, { Properties }]) => [
      Properties.Description.split(": ")[1],
      Properties,
    ]),
  );

/** The actions that the role of a function allows. */
export const statementsOf = (
  template: StackTemplate,
  functionId: string,
): { Action: string | string[]; Resource: unknown }[] => {
  const role = functionsOf(template).get(functionId).Role["Fn::GetAtt"][0];
  return ofType(template, "AWS::IAM::Policy")
    .filter(([, { Properties }]) =>
      Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === role),
    )
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
};
