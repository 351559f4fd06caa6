import { existsSync } from "node:fs";
import { join } from "node:path";
import { CloudAssembly } from "aws-cdk-lib/cx-api";
import { usageError } from "#infra/usage-error.ts";
import { tableGivenTo } from "./stack.ts";

/** A folder with one synthesised stack. */
type StackAssembly = {
  readonly folder: string;
  readonly isProtected: boolean;
  readonly template: unknown;
  /** The table that the template names; `undefined` if the template makes its own. */
  readonly given: string | undefined;
};

const isSynthesised = (folder: string): boolean => existsSync(join(folder, "manifest.json"));

/** Reads an assembly. @throws UsageError if the folder has no template; Error if it has another stack */
export const readStackAssembly = (name: string, folder: string): StackAssembly => {
  if (!isSynthesised(folder)) throw usageError(`${folder} has no synthesised template.`);
  const [stack] = new CloudAssembly(folder).stacks;
  if (stack?.stackName !== name)
    throw new Error(`${folder} holds ${stack?.stackName ?? "no stack"}, not ${name}.`);
  return {
    folder,
    isProtected: stack.terminationProtection === true,
    template: stack.template,
    given: tableGivenTo(name, stack.template),
  };
};

/**
 * Reads the assembly of a first deployment. It must not be protected, because a protected stack that fails can be neither deleted nor
 * deployed again.
 * @throws UsageError that says how to make the assembly, if it is missing or protected
 */
export const readFirstAssembly = (
  name: string,
  folder: string,
  synthCommand: string,
): StackAssembly => {
  const howToMakeIt = `Nothing was changed. This makes it:\n  ${synthCommand} --first --out ${folder}`;
  if (!isSynthesised(folder))
    throw usageError(
      `A first deployment also needs ${folder}, which does not exist. ${howToMakeIt}`,
    );
  const assembly = readStackAssembly(name, folder);
  if (assembly.isProtected)
    throw usageError(
      `${folder} protects the stack from deletion, and a first deployment needs one without protection. ${howToMakeIt}`,
    );
  return assembly;
};
