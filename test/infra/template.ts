import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Deployment, deploymentOf } from "#infra/deployment.ts";
import { addRules } from "#infra/stack/nag-rules.ts";
import type { ServiceSettings } from "#infra/stack/service-settings.ts";
import { type Resource, type Template, templateWithoutCode } from "#infra/stack/template.ts";
import type { Site } from "#lib/site/schema.ts";
import { newFolder } from "../support/folder.ts";

/** The settings of cdk.json with others in place of some. */
export const deploymentWith = (given: Readonly<Record<string, unknown>>): Deployment =>
  deploymentOf((name) => given[name]);

/**
 * The stack of a site's stage as a template; its functions have no content.
 * @throws Error that names the rules which it breaks without a reason
 */
export const templateOf = (
  site: Site,
  stage: string,
  more: Partial<Pick<ServiceSettings, "first" | "table" | "stream" | "deployment">> = {},
): Template =>
  templateWithoutCode({ site, stage, deployment: deploymentOf(), ...more }, newFolder(), addRules);

/** The functions in the file of a template, with their variables and the folders that are deployed. */
export const deployedIn = (file: string) => {
  const { Resources } = JSON.parse(readFileSync(file, "utf8"));
  return (Object.values(Resources) as (Resource & { Metadata: Record<string, string> })[]).flatMap(
    ({ Type, Properties: { Description, Environment }, Metadata }) =>
      Type === "AWS::Lambda::Function"
        ? {
            id: Description.split(": ")[1] as string,
            variables: Environment?.Variables as Readonly<Record<string, unknown>>,
            folder: join(dirname(file), Metadata["aws:asset:path"] ?? "nowhere"),
          }
        : [],
  );
};

/** The resources of a type, by their names in the template. */
export const ofType = ({ resources }: Template, type: string): [string, Resource][] =>
  Object.entries(resources).filter(([, { Type }]) => Type === type);

const theOne = (template: Template, type: string) => {
  const [found, ...others] = ofType(template, type);
  if (!found || others.length > 0) throw new Error(`${others.length + 1} of ${type}`);
  return found;
};

/** The properties of the only resource of a type. */
export const only = (template: Template, type: string): Resource["Properties"] =>
  theOne(template, type)[1].Properties;

/** Its name in the template. */
export const nameOfOnly = (template: Template, type: string) => theOne(template, type)[0];

const pathOf = (template: Template, reference: { Ref?: string }): string => {
  const found = template.resources[reference.Ref ?? ""];
  return found ? `${pathOf(template, found.Properties.ParentId)}/${found.Properties.PathPart}` : "";
};

/** The id of the function at which an ARN or a permission points, from its description. */
export const functionOf = ({ resources }: Template, reference: unknown): string => {
  const [, name = ""] = /"Fn::GetAtt":\["(\w+)","Arn"\]/.exec(JSON.stringify(reference)) ?? [];
  return resources[name]?.Properties.Description.split(": ")[1];
};

/** Every method of the gateway, with the function behind it. */
export const methodsOf = (template: Template) =>
  ofType(template, "AWS::ApiGateway::Method").map(([, { Properties: properties }]) => ({
    method: properties.HttpMethod as string,
    path: pathOf(template, properties.ResourceId) || "/",
    functionId: functionOf(template, properties.Integration.Uri),
    properties,
  }));

/** The functions by their ids. */
export const functionsOf = (template: Template): Map<string, Resource["Properties"]> =>
  new Map(
    ofType(template, "AWS::Lambda::Function").map(([, { Properties }]) => [
      Properties.Description.split(": ")[1],
      Properties,
    ]),
  );

/** What the role of a function allows. */
export const statementsOf = (
  template: Template,
  functionId: string,
): { Action: string | string[]; Resource: unknown }[] => {
  const role = functionsOf(template).get(functionId).Role["Fn::GetAtt"][0];
  return ofType(template, "AWS::IAM::Policy")
    .filter(([, { Properties }]) =>
      Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === role),
    )
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
};
