import { join } from "node:path";
import { readAssembly } from "../synth/assembly.ts";
import { synthesise } from "../synth/run-app.ts";

type Deployed = {
  readonly choice: string;
  readonly stage: string;
  readonly erp: string | undefined;
};

/** Writes the stage's template as a deployment does, prints what is in it, and answers whether it can be deployed. */
export const writeTemplate = async (
  { choice, stage, erp }: Deployed,
  folder: string,
): Promise<boolean> => {
  console.log(`\nThe template of the stage ${stage}:`);
  const out = join(folder, "assembly");
  try {
    const remarks = await synthesise({ site: choice, stage, erp }, out);
    if (remarks) console.log(remarks);
  } catch (error) {
    console.log((error as Error).message);
    return false;
  }
  const { resources } = readAssembly(out);
  console.log(`ok ${resources} resources; every finding of the rules has a reason`);
  return true;
};
