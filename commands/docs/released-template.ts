import { readFileSync } from "node:fs";
import { scratchFolder } from "../cli/scratch.ts";
import { readAssembly } from "../synth/assembly.ts";
import { synthesise } from "../synth/run-app.ts";

/** The template of the last release, in the project's root. */
export const releasedTemplate = "test/deployed/released.template.json";

/** The template of the example site's stage `staging`, which is protected as a live one is, with the settings of cdk.json. */
export const templateText = async (): Promise<string> => {
  const { folder, remove } = scratchFolder("release");
  try {
    await synthesise({ site: "demo", stage: "staging" }, folder);
    return readFileSync(readAssembly(folder).template, "utf8");
  } finally {
    remove();
  }
};
