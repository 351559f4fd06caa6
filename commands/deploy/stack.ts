import { existsSync } from "node:fs";
import { join } from "node:path";
import { CloudAssembly } from "aws-cdk-lib/cx-api";
import * as z from "zod";
import { usageError } from "#infra/usage-error.ts";
import { ended } from "../cli/program.ts";

const Described = z.object({
  Stacks: z.tuple([
    z.object({
      StackStatus: z.string(),
      Outputs: z.array(z.object({ OutputKey: z.string(), OutputValue: z.string() })).default([]),
    }),
  ]),
});

const Template = z.object({ Outputs: z.object({ TableName: z.object({ Value: z.unknown() }) }) });

/** A stack as CloudFormation knows it; its outputs by name. */
export type Stack = { readonly status: string; readonly outputs: ReadonlyMap<string, string> };

/** Asks CloudFormation with the AWS CLI. @throws Error in that one's own words */
const ask = async (question: string, stack: string, ...more: readonly string[]) => {
  const args = ["cloudformation", question, "--stack-name", stack, "--output", "json", ...more];
  const { status, out, errors } = await ended("aws", args);
  if (status !== 0)
    throw new Error(errors.trim() || `aws cloudformation ${question} ended with ${status}.`);
  return JSON.parse(out) as unknown;
};

/** The stack of a name; `undefined` if there is none. @throws Error of the AWS CLI */
export const stackOf = async (name: string): Promise<Stack | undefined> => {
  try {
    const [stack] = Described.parse(await ask("describe-stacks", name)).Stacks;
    const outputs = stack.Outputs.map((one) => [one.OutputKey, one.OutputValue] as const);
    return { status: stack.StackStatus, outputs: new Map(outputs) };
  } catch (error) {
    if ((error as Error).message.includes("does not exist")) return undefined;
    throw error;
  }
};

/** The name of the table that a template is given; `undefined` if it makes its own, which its output then refers to. */
const tableGivenTo = (name: string, template: unknown): string | undefined => {
  const { data } = Template.safeParse(template);
  if (!data)
    throw new Error(`The template of ${name} has no output TableName: it is none of this service.`);
  const { Value } = data.Outputs.TableName;
  return typeof Value === "string" ? Value : undefined;
};

/** The same of a deployed stack. @throws Error of the AWS CLI */
export const tableGivenToStack = async (name: string) =>
  tableGivenTo(name, await ask("get-template", name, "--query", "TemplateBody"));

/** The same of what was synthesised into a folder. @throws UsageError if nothing was; Error if that is another stack */
export const tableGivenToAssembly = (name: string, folder: string): string | undefined => {
  if (!existsSync(join(folder, "manifest.json")))
    throw usageError(`Nothing was synthesised into ${folder}.`);
  const [stack] = new CloudAssembly(folder).stacks;
  if (stack?.stackName !== name)
    throw new Error(`${folder} holds ${stack?.stackName ?? "no stack"}, not ${name}.`);
  return tableGivenTo(name, stack.template);
};
