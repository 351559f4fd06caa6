import { randomBytes } from "node:crypto";
import { cpSync, globSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../support/folder.ts";

type Assets = {
  readonly files: Readonly<
    Record<string, { readonly displayName: string; readonly source: { readonly path: string } }>
  >;
};

/** Edits a file or folder of an assembly, and gives it a new hash: CDK does not upload again what its bucket has. */
const edited = (assembly: string, title: string, edit: (path: string) => void): void => {
  const [manifest = ""] = globSync(join(assembly, "*.assets.json"));
  const { files } = JSON.parse(readFileSync(manifest, "utf8")) as Assets;
  const [hash, asset] =
    Object.entries(files).find(([, { displayName }]) => displayName === title) ?? [];
  if (hash === undefined || asset === undefined) throw new Error(`No asset is called ${title}.`);
  const other = randomBytes(hash.length / 2).toString("hex");
  const path = join(assembly, asset.source.path);
  edit(path);
  renameSync(path, path.replace(hash, other));
  for (const file of globSync(join(assembly, "*.json")))
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(hash, other));
};

/** A resource of a template. */
type Resource = {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's properties have a type each.
  readonly Properties: any;
};

/** A copy of an assembly with another template. */
export const withTemplate = (
  assembly: string,
  stack: string,
  change: (resources: Record<string, Resource>) => void,
): string => {
  const folder = newFolder();
  cpSync(assembly, folder, { recursive: true });
  edited(folder, `${stack} Template`, (file) => {
    const template = JSON.parse(readFileSync(file, "utf8"));
    change(template.Resources);
    writeFileSync(file, JSON.stringify(template));
  });
  return folder;
};

/** A copy of an assembly in which a function, such as `Writes`, has another bundle. */
export const withBundle = (
  assembly: string,
  stack: string,
  name: string,
  change: (folder: string) => void,
): string => {
  const folder = withTemplate(assembly, stack, () => {});
  edited(folder, `${name}/Code`, change);
  return folder;
};
