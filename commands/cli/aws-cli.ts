import { runProgram } from "./run-program.ts";

/**
 * Runs the AWS CLI, for example `runAwsCli("apigateway", "get-api-keys")`, and parses the JSON that it prints; `undefined` if it prints
 * nothing.
 * @throws Error with the CLI's own message
 */
export const runAwsCli = async (service: string, action: string, ...args: readonly string[]) => {
  const { status, out, errors } = await runProgram("aws", [
    service,
    action,
    "--output",
    "json",
    ...args,
  ]);
  if (status !== 0)
    throw new Error(errors.trim() || `aws ${service} ${action} ended with ${status}.`);
  return out.trim() === "" ? undefined : (JSON.parse(out) as unknown);
};
