import { readFileSync } from "node:fs";
import { makeScratchFolder } from "../../commands/cli/scratch-folder.ts";
import { readAssembly } from "../../commands/synth/assembly.ts";
import { synthesiseStack } from "../../commands/synth/run-app.ts";

/** The template of the last release, in the project's root. */
export const releasedTemplateFile = "test/deployed/released.template.json";

/** The template of the example site's stage `staging`, protected like a live stage, with the settings of cdk.json. */
export const stagingTemplateText = async (): Promise<string> => {
  const { folder, remove } = makeScratchFolder("release");
  try {
    await synthesiseStack({ site: "demo", stage: "staging" }, folder);
    return readFileSync(readAssembly(folder).template, "utf8");
  } finally {
    remove();
  }
};
