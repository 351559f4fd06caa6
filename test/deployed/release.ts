import { readFileSync } from "node:fs";
import { changeTemplate, type Resource } from "./change-assembly.ts";

/** The properties of the functions, by their descriptions, such as "demo staging: post-box". */
const functionsIn = (resources: Readonly<Record<string, Resource>>) =>
  new Map(
    Object.values(resources).flatMap(({ Type, Properties }) =>
      Type === "AWS::Lambda::Function" ? [[String(Properties.Description), Properties]] : [],
    ),
  );

/**
 * Puts the stored template of a release into the output of `npm run synth`. Its functions use the assembly's bundles, because no bundle of
 * the release is stored, and find the ERP's file where today's code expects it.
 * @throws Error if a function of the release has no bundle in the assembly
 */
export const putRelease = (assembly: string, templateFile: string): void =>
  changeTemplate(assembly, (resources, template) => {
    const release = JSON.parse(readFileSync(templateFile, "utf8"));
    const today = functionsIn(resources);
    for (const [description, released] of functionsIn(release.Resources)) {
      const bundled = today.get(description);
      if (!bundled) throw new Error(`Nothing is bundled for "${description}" of the release.`);
      const { ERP_SQLITE } = bundled.Environment.Variables;
      released.Code = bundled.Code;
      if (ERP_SQLITE) Object.assign(released.Environment.Variables, { ERP_SQLITE });
    }
    Object.assign(template, release);
  });
