import { randomBytes } from "node:crypto";
import { globSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type Assets = {
  readonly files: Readonly<
    Record<string, { readonly displayName: string; readonly source: { readonly path: string } }>
  >;
};

/** Edits a file or folder of an assembly, and gives it a new hash, because CDK uploads no hash that its bucket already has. */
const edited = (assembly: string, title: RegExp, edit: (path: string) => void): void => {
  const [manifest = ""] = globSync(join(assembly, "*.assets.json"));
  const { files } = JSON.parse(readFileSync(manifest, "utf8")) as Assets;
  const [hash, asset] =
    Object.entries(files).find(([, { displayName }]) => title.test(displayName)) ?? [];
  if (hash === undefined || asset === undefined)
    throw new Error(`No asset is called ${title.source}.`);
  const other = randomBytes(hash.length / 2).toString("hex");
  const path = join(assembly, asset.source.path);
  edit(path);
  renameSync(path, path.replace(hash, other));
  for (const file of globSync(join(assembly, "*.json")))
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(hash, other));
};

/** A resource of a template. */
export type Resource = {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: each CloudFormation property has its own type.
  readonly Properties: any;
};

/** Changes the template that `npm run synth` wrote. */
export const changeTemplate = (
  assembly: string,
  change: (resources: Record<string, Resource>, template: object) => void,
): void =>
  edited(assembly, / Template$/, (file) => {
    const template = JSON.parse(readFileSync(file, "utf8"));
    change(template.Resources, template);
    writeFileSync(file, JSON.stringify(template));
  });

/** Changes the bundle of a function, such as `Writes`, in the output of `npm run synth`. */
export const changeBundle = (
  assembly: string,
  name: string,
  change: (folder: string) => void,
): void => {
  edited(assembly, new RegExp(`^${name}/Code$`), change);
  // The template names the bundle.
  changeTemplate(assembly, () => {});
};
