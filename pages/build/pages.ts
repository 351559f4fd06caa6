import { hash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { pagesFolder } from "#lib/page/files.ts";
import { credentialKindOf, pageSettings } from "#lib/page/settings.ts";
import type { PageWords } from "#lib/page/words.ts";
import type { Site } from "#lib/site/schema.ts";
import { renderShell } from "./page-shell.ts";

const projectRoot = fileURLToPath(new URL("../..", import.meta.url));

/** The pages, each made from `pages/<name>/main.tsx`. */
const pageNames = ["worker", "board"] as const;

const iconFile = "icon.svg";

type SiteModules = Readonly<Record<string, string>>;

/** Modules generated from the site: no page loads its profile or its schemas. */
const siteModulesPlugin = (modules: SiteModules): Plugin => ({
  name: "site",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^site:/ }, ({ path }) => ({ path, namespace: "site" }));
    onLoad({ filter: /.*/, namespace: "site" }, ({ path }) => ({ contents: modules[path] }));
  },
});

/** What is loaded on demand shares all that the page has: in one file that zips better than the two parts of it that esbuild would make. */
const onDemandPlugin: Plugin = {
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

const bundleScripts = async (
  entryPoints: Record<string, string>,
  modules: SiteModules,
  output: Omit<BuildOptions, "write" | "metafile">,
) => {
  const { outputFiles, metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: ["es2022", "chrome110"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    charset: "utf8",
    // What Node has, a browser gets from a build of its own.
    alias: { "csv-stringify/sync": "csv-stringify/browser/esm/sync" },
    loader: { ".wasm": "file" },
    plugins: [siteModulesPlugin(modules), onDemandPlugin],
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

const exportStatementsOf = (values: object) =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join("\n");

/** A page's words: the first language as a module, each other as one that is loaded when a device speaks it. */
const wordModulesOf = (
  all: readonly PageWords[],
  page: (typeof pageNames)[number],
): SiteModules => {
  const first = `site:words/${page}`;
  const said = all.map(({ lang, names, ...one }, at): [string, string] => {
    const values = { words: { ...one.both, ...one[page] }, own: { ...names } };
    return [at ? `site:${lang}` : first, `${exportStatementsOf(values)}\nexport default words;`];
  });
  const languages = all.map(({ lang, name }, at) => {
    const load = at ? `, load: () => import("site:${lang}")` : "";
    return `{ ...${JSON.stringify({ lang, name })}${load} }`;
  });
  return {
    ...Object.fromEntries(said),
    "site:languages": `export { words, own } from "${first}";\nexport const languages = [${languages}];`,
  };
};

/** What a page loads at once: its script, what that imports, its styles. */
const loadedFilesOf = ({ outputs }: Metafile, name: string) =>
  Object.entries(outputs)
    .filter(([, { entryPoint }]) => entryPoint === `pages/${name}/main.tsx`)
    .map(([script, { imports, cssBundle = "" }]) => ({
      script: basename(script),
      imported: imports
        .filter(({ kind }) => kind === "import-statement")
        .map(({ path }) => basename(path)),
      style: basename(cssBundle),
    }));

const manifestOf = (name: string): string =>
  JSON.stringify({
    name,
    short_name: name,
    start_url: "worker",
    scope: "./",
    display: "standalone",
    icons: [{ src: iconFile, sizes: "any", type: "image/svg+xml" }],
  });

/**
 * Makes the files of a site's pages, by name; none if the site has no pages. All are in one folder. The names of scripts, styles and the
 * camera's reader hold the hash of the content. `apiKey`: a key that the pages have from the start, which only the local stage gives.
 * @throws BuildFailure of the bundler, whose message names file and line
 */
export const buildPageFiles = async (
  site: Site,
  apiKey?: string,
  stage = "local",
): Promise<ReadonlyMap<string, Buffer>> => {
  if (!site.pages) return new Map();
  const { path, words } = site.pages;
  const [{ lang, ...first }] = words;
  const settings = exportStatementsOf(pageSettings(site, path, stage));
  const hashed = "[name].[hash]";
  // Each page alone, for one file zips better than two.
  const pages = await Promise.all(
    pageNames.map(async (name) => {
      const { files, metafile } = await bundleScripts(
        { [name]: `pages/${name}/main.tsx` },
        { "site:settings": settings, ...wordModulesOf(words, name) },
        {
          define: {
            provedBy: JSON.stringify(credentialKindOf(site)),
            readsRefusalValues: String(site.extensions.refusalValues !== false),
          },
          splitting: true,
          entryNames: hashed,
          chunkNames: hashed,
          assetNames: hashed,
        },
      );
      const shells = loadedFilesOf(metafile, name).map((loaded): [string, Buffer] => [
        name,
        Buffer.from(renderShell({ lang, title: first[name].title, apiKey, ...loaded })),
      ]);
      return [...files, ...shells];
    }),
  );
  const made = new Map([
    ...pages.flat(),
    [iconFile, await readFile(join(projectRoot, "pages", iconFile))],
    ["site.webmanifest", Buffer.from(manifestOf(first.worker.title))],
  ]);
  // Offline, in whichever language, all is needed but the camera's reader, which is large.
  const kept = [...made.keys()].filter((name) => !/^camera\.|\.wasm$/.test(name));
  const version = hash("sha256", Buffer.concat([...made.values()]));
  const worker = await bundleScripts(
    { sw: "pages/service-worker/main.ts" },
    { "site:files": exportStatementsOf({ files: kept, version }) },
    { format: "iife" },
  );
  return new Map([...made, ...worker.files]);
};

export const writePageFiles = async (site: Site, stage: string, folder: string): Promise<void> => {
  const pages = join(folder, pagesFolder);
  await mkdir(pages, { recursive: true });
  await Promise.all(
    [...(await buildPageFiles(site, undefined, stage))].map(([name, content]) =>
      writeFile(join(pages, name), content),
    ),
  );
};
