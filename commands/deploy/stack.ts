import * as z from "zod";
import { runAwsCli } from "../cli/aws-cli.ts";

const DescribedStacks = z.object({
  Stacks: z.tuple([
    z.object({
      StackStatus: z.string(),
      EnableTerminationProtection: z.boolean().default(false),
      Outputs: z.array(z.object({ OutputKey: z.string(), OutputValue: z.string() })).default([]),
    }),
  ]),
});

const TemplateOutputs = z.object({
  Outputs: z.object({ TableName: z.object({ Value: z.unknown() }) }),
});

/** A stack as CloudFormation reports it, with its outputs by name. */
export type DeployedStack = {
  readonly status: string;
  readonly isProtected: boolean;
  readonly outputs: ReadonlyMap<string, string>;
};

/** The statuses of a stack whose creation failed. CDK deletes such a stack before it creates it again. */
const failedCreation = ["ROLLBACK_COMPLETE", "ROLLBACK_FAILED"];

/** Whether a stack has no resources, so that its next deployment is a first one. */
export const isWithoutResources = ({ status }: DeployedStack): boolean =>
  status === "REVIEW_IN_PROGRESS" || failedCreation.includes(status);

/** @throws Error for a stack that CDK would have to delete but is not allowed to */
export const refuseProtectedFailure = (
  name: string,
  { status, isProtected }: DeployedStack,
): void => {
  if (isProtected && failedCreation.includes(status))
    throw new Error(
      `${name} failed at its first deployment, and CDK cannot delete it because of termination protection. Nothing was changed. Switch the protection off, and deploy again:
  aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${name}`,
    );
};

/** The stack with a name; `undefined` if there is none. @throws Error of the AWS CLI */
export const readStack = async (name: string): Promise<DeployedStack | undefined> => {
  try {
    const described = await runAwsCli("cloudformation", "describe-stacks", "--stack-name", name);
    const [stack] = DescribedStacks.parse(described).Stacks;
    const outputs = stack.Outputs.map((output) => [output.OutputKey, output.OutputValue] as const);
    return {
      status: stack.StackStatus,
      isProtected: stack.EnableTerminationProtection,
      outputs: new Map(outputs),
    };
  } catch (error) {
    if ((error as Error).message.includes("does not exist")) return undefined;
    throw error;
  }
};

/** The table that a template names; `undefined` if the template makes its own, and the output refers to that table. */
export const tableGivenTo = (name: string, template: unknown): string | undefined => {
  const { data } = TemplateOutputs.safeParse(template);
  if (!data)
    throw new Error(
      `The template of ${name} has no output TableName, so it is not a stack of this service.`,
    );
  const { Value } = data.Outputs.TableName;
  return typeof Value === "string" ? Value : undefined;
};

/** The template of a deployed stack. @throws Error of the AWS CLI */
export const readDeployedTemplate = (name: string): Promise<unknown> =>
  runAwsCli("cloudformation", "get-template", "--stack-name", name, "--query", "TemplateBody");
