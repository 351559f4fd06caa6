import { join } from "node:path";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { readAssembly } from "../synth/assembly.ts";
import { synthesiseStack } from "../synth/run-app.ts";

type TemplateOptions = {
  readonly choice: string;
  readonly stage: string;
  readonly erp: string | undefined;
};

/** Writes the stage's template like a deployment, and prints its contents. Returns whether it can be deployed. */
export const writeTemplate = async (
  site: Site,
  { choice, stage, erp }: TemplateOptions,
  folder: string,
): Promise<boolean> => {
  console.log(`\nThe template of the stage ${stage}:`);
  const out = join(folder, "assembly");
  try {
    const remarks = await synthesiseStack({ site: choice, stage, erp }, out);
    if (remarks) console.log(remarks);
  } catch (error) {
    console.log((error as Error).message);
    return false;
  }
  const { functions, alarms, resources } = readAssembly(out);
  const operations = routesOf(site).length;
  console.log(
    `ok ${operations} operations, ${functions} functions and ${alarms} alarms in ${resources} resources; each finding of cdk-nag has a documented reason`,
  );
  return true;
};
