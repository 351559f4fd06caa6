import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { pagesFolder } from "#lib/page/files.ts";
import { pageSettings, provedBy } from "#lib/page/settings.ts";
import type { PageWords } from "#lib/page/words.ts";
import type { Site } from "#lib/site/schema.ts";
import { manifest, shell } from "./shell.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The pages, each made from `pages/<name>/main.tsx`. */
const pageNames = ["worker", "board"] as const;

type Modules = Readonly<Record<string, string>>;

/** Modules generated from the site: no page loads its profile or its schemas. */
const ofSite = (modules: Modules): Plugin => ({
  name: "site",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^site:/ }, ({ path }) => ({
      path: path.slice("site:".length),
      namespace: "site",
    }));
    onLoad({ filter: /.*/, namespace: "site" }, ({ path }) => {
      const contents = modules[path];
      return contents === undefined
        ? { errors: [{ text: `There is no module site:${path}.` }] }
        : { contents };
    });
  },
});

/** What is loaded on demand shares all that the page has: in one file that zips better than the two parts of it that esbuild would make. */
const onDemand: Plugin = {
  name: "on-demand",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.\/.*\.tsx$/ }, ({ kind, path, resolveDir }) =>
      kind === "dynamic-import"
        ? { path: join(resolveDir, path), namespace: "on-demand", pluginData: resolveDir }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: "on-demand" }, ({ path, pluginData: resolveDir }) => ({
      contents: `import "./start.tsx"; export * from "./${basename(path)}";`,
      resolveDir,
    }));
  },
};

const bundle = async (
  entryPoints: Readonly<Record<string, string>>,
  modules: Modules,
  output: Omit<BuildOptions, "write" | "metafile">,
) => {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { ...entryPoints },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    charset: "utf8",
    // What Node has, a browser gets from a build of its own.
    alias: { "csv-stringify/sync": "csv-stringify/browser/esm/sync" },
    loader: { ".svg": "text", ".wasm": "file" },
    plugins: [ofSite(modules), onDemand],
    outdir: "out",
    write: false,
    metafile: true,
    logLevel: "silent",
    ...output,
  });
  return {
    metafile,
    files: outputFiles.map(
      ({ path, contents }) => [basename(path), Buffer.from(contents)] as const,
    ),
  };
};

const named = (values: object) =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join("\n");

const hashOf = (content: Iterable<string | Buffer>) => {
  const hash = createHash("sha256");
  for (const part of content) hash.update(part);
  return hash.digest("hex").slice(0, 8).toUpperCase();
};

/**
 * A page's words: the first language as a module, each other as one that is loaded when a device speaks it. In the first the service's
 * sentences are written, so it needs none of its own for a refusal.
 */
const wordModules = (all: readonly PageWords[], page: (typeof pageNames)[number]): Modules => {
  const said = all.map(({ lang, names, ...one }, at): [string, string] => {
    const { why, ...both } = one.both;
    const values = { words: { ...both, ...one[page] }, own: { ...names, ...(at > 0 && why) } };
    return [at ? lang : `words/${page}`, `${named(values)}\nexport default words;`];
  });
  const loads = all.map(({ lang, name }, at) => {
    const load = at ? `, load: () => import("site:${lang}")` : "";
    return `{ lang: ${JSON.stringify(lang)}, name: ${JSON.stringify(name)}${load} }`;
  });
  return {
    ...Object.fromEntries(said),
    languages: `export { words, own } from "site:words/${page}";\nexport const languages = [${loads}];`,
  };
};

/** The files that a page loads at once: its script, what that imports, its styles. */
const loadedBy = ({ outputs }: Metafile, name: string) => {
  const [script, output] =
    Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === `pages/${name}/main.tsx`) ??
    [];
  if (!script || !output) throw new Error(`The bundler made no script of pages/${name}/main.tsx.`);
  const reached = new Set([script]);
  // What is added meanwhile is looked at, too.
  for (const file of reached)
    for (const { path, kind } of outputs[file]?.imports ?? [])
      if (kind === "import-statement") reached.add(path);
  const [, ...imported] = [...reached].map((file) => basename(file));
  return {
    script: basename(script),
    imported,
    style: output.cssBundle && basename(output.cssBundle),
  };
};

/** The files of a page that it needs offline, in whichever language: all but the camera's reader, which is large. */
const keptOf = ({ outputs }: Metafile) =>
  Object.entries(outputs)
    .filter(
      ([name, { imports }]) =>
        ![name, ...imports.map(({ path }) => path)].some((one) => one.endsWith(".wasm")),
    )
    .map(([name]) => basename(name));

/**
 * Makes the files of a site's pages, by name; none if the site has no pages. All are in one folder, and each name holds the hash
 * of the content, except for the pages themselves, their manifest and their service worker. `apiKey`: a key that the pages have from the
 * start, which only the local stage gives.
 * @throws BuildFailure of the bundler, whose message names file and line
 */
export const pageFiles = async (
  site: Site,
  apiKey?: string,
  stage = "local",
): Promise<ReadonlyMap<string, Buffer>> => {
  if (!site.pages) return new Map();
  const { path, words } = site.pages;
  const [{ lang, ...first }] = words;
  const settings = named(pageSettings(site, path, stage));
  const hashed = "[name].[hash]";
  const names = { splitting: true, entryNames: hashed, chunkNames: hashed, assetNames: hashed };
  // Each page alone, for one file zips better than two.
  const [icon, ...bundled] = await Promise.all([
    readFile(join(root, "pages/icon.svg")),
    ...pageNames.map(async (name) => ({
      name,
      ...(await bundle(
        { [name]: `pages/${name}/main.tsx` },
        { settings, ...wordModules(words, name) },
        { ...names, define: { provedBy: JSON.stringify(provedBy(site)) } },
      )),
    })),
  ]);
  const iconName = `icon.${hashOf([icon])}.svg`;
  const loaded = bundled.map(({ name, metafile }) => ({ name, ...loadedBy(metafile, name) }));
  const shells = loaded.map(({ name, ...parts }): [string, Buffer] => [
    name,
    Buffer.from(shell({ lang, title: first[name].title, icon: iconName, apiKey, ...parts })),
  ]);
  const kept = [...new Set([...pageNames, ...bundled.flatMap(({ metafile }) => keptOf(metafile))])];
  const version = hashOf([...kept, ...shells.map(([, content]) => content)]);
  const worker = await bundle(
    { sw: "pages/service-worker/main.ts" },
    {
      files: `export const files = ${JSON.stringify([...kept, iconName])}; export const version = "${version}";`,
    },
    { format: "iife" },
  );
  return new Map([
    ...bundled.flatMap(({ files }) => files),
    ...worker.files,
    ...shells,
    [iconName, icon],
    ["site.webmanifest", Buffer.from(manifest(first.worker.title, iconName))],
  ]);
};

export const writePageFiles = async (site: Site, stage: string, folder: string): Promise<void> => {
  const pages = join(folder, pagesFolder);
  await mkdir(pages, { recursive: true });
  await Promise.all(
    [...(await pageFiles(site, undefined, stage))].map(([name, content]) =>
      writeFile(join(pages, name), content),
    ),
  );
};
