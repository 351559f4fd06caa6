import { describe, expect, it } from "vitest";
import type { StackTemplate, TemplateResource } from "#infra/stack/template.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";
import { demoWith } from "../site/demo-with.ts";
import jwt from "../site/jwt.ts";
import { deploymentWith, nameOfOnly, ofType, templateOf } from "./template.ts";

/** The resources that a resource references or depends on. CloudFormation creates them first. */
const namedBy = ({ resources }: StackTemplate, id: string): string[] => {
  const { DependsOn = [], Properties = {} } = resources[id] as TemplateResource & {
    DependsOn?: string[];
  };
  const references = JSON.stringify(Properties).matchAll(/"(?:Ref|Fn::GetAtt)":\[?"([^"]+)"/g);
  const named = [...references].map(([, name = ""]) => name);
  return [...named, ...DependsOn].filter((name) => name in resources);
};

/** Everything that CloudFormation has created or changed before it touches a resource. */
const madeBefore = (
  template: StackTemplate,
  id: string,
  found = new Set<string>(),
): Set<string> => {
  for (const name of namedBy(template, id))
    if (!found.has(name)) madeBefore(template, name, found.add(name));
  return found;
};

const withFunctions = (site: Site, functions: "endpoint" | "group") =>
  templateOf(site, "staging", { deployment: deploymentWith({ functions }) });
const [alone, groups] = [withFunctions(demo, "endpoint"), withFunctions(demo, "group")];
const stagingTemplate = (site: Site) => templateOf(site, "staging");
const withoutRoute = demoWith({ "routes.boxStatus": false });

const deploymentPairs: readonly (readonly [
  what: string,
  before: StackTemplate,
  after: StackTemplate,
])[] = [
  ["a function an endpoint becomes groups", alone, groups],
  ["groups become a function an endpoint", groups, alone],
  ["a group serves a new route", stagingTemplate(withoutRoute), groups],
  [
    "a new route is served by a function of its own",
    withFunctions(withoutRoute, "endpoint"),
    alone,
  ],
  ["a route is served no more", groups, stagingTemplate(withoutRoute)],
  [
    "callers carry tokens from now on",
    stagingTemplate(demoWith({ pages: false })),
    stagingTemplate(jwt),
  ],
];

describe.each(deploymentPairs)("while %s", (_, old, next) => {
  const stage = nameOfOnly(next, "AWS::ApiGateway::Stage");
  const earlier = madeBefore(next, stage);

  it("the stage changes its deployment only when the gateway can call all functions", () => {
    const permissions = ofType(next, "AWS::Lambda::Permission");
    expect(permissions.length).toBeGreaterThan(3);
    for (const [id] of permissions) expect(earlier, id).toContain(id);
    for (const [id] of ofType(next, "AWS::Lambda::Function").filter(
      ([, { Properties }]) => !Properties.Description.endsWith("erp-lookup"),
    ))
      expect(
        permissions.map(([, { Properties }]) => Properties.FunctionName["Fn::GetAtt"][0]),
      ).toContain(id);
  });

  it("methods, functions and rights exist before the stage changes its deployment", () => {
    for (const type of ["AWS::ApiGateway::Method", "AWS::Lambda::Function", "AWS::IAM::Policy"])
      for (const [id] of ofType(next, type)) expect(earlier, id).toContain(id);
    for (const id of earlier) expect(madeBefore(next, id), id).not.toContain(stage);
  });

  it("a new deployment is created before the stage names it; the old one serves", () => {
    const deployment = "AWS::ApiGateway::Deployment";
    expect(nameOfOnly(next, deployment)).not.toBe(nameOfOnly(old, deployment));
    expect(namedBy(next, stage)).toContain(nameOfOnly(next, deployment));
    expect(nameOfOnly(old, "AWS::ApiGateway::Stage")).toBe(stage);
  });
});
