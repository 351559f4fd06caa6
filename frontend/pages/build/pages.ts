import { hash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { pagesFolder } from "#lib/page/files.ts";
import { credentialKindOf, pageSettings } from "#lib/page/settings.ts";
import type { RouteId } from "#lib/route-ids.ts";
import type { Site } from "#lib/site/schema.ts";
import type { PageWords } from "../src/words/page-words.ts";
import { renderShell } from "./page-shell.ts";

const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));

/** A path that is the same in every checkout, because it becomes part of the hashes in the names of files. */
const fromRoot = (path: string): string => relative(projectRoot, path).replaceAll(sep, "/");

/** The pages, each made from `pages/<name>/main.tsx`. */
const pageNames = ["worker", "board"] as const;

const iconFile = "icon.svg";

type SiteModules = Readonly<Record<string, string>>;

/** Serves modules that are generated from the site, so that no page loads its profile or schemas. */
const siteModulesPlugin = (modules: SiteModules): Plugin => ({
  name: "site",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^site:/ }, ({ path }) => ({ path, namespace: "site" }));
    onLoad({ filter: /.*/, namespace: "site" }, ({ path }) => ({ contents: modules[path] }));
  },
});

/**
 * Makes modules on demand import the start script as a whole. Otherwise esbuild splits the start script into two files, which compress
 * worse.
 */
const onDemandPlugin: Plugin = {
  name: "on-demand",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\..*\.tsx$/ }, ({ kind, path, resolveDir }) =>
      kind === "dynamic-import"
        ? { path: fromRoot(join(resolveDir, path)), namespace: "on-demand" }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: "on-demand" }, ({ path }) => ({
      contents: `import "./frontend/pages/src/worker/start.tsx"; export * from "./${path}";`,
      resolveDir: projectRoot,
    }));
  },
};

/** Leaves out the parsers that a site's labels do not need: the table of GS1 identifiers, and Digital Links. */
const unusedParsersPlugin = ({ scan: { boxNo, zongpai, location, links } }: Site): Plugin => {
  const hasIdentifiers = [boxNo, zongpai, location].some((sources) => sources.length > 0);
  const unused = [hasIdentifiers ? [] : "element-string", links ? [] : "digital-link"].flat();
  return {
    name: "unused-parsers",
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\.\/(element-string|digital-link)\.ts$/ }, ({ path }) =>
        unused.some((name) => path === `./${name}.ts`)
          ? { path: join(projectRoot, "frontend/pages/build/stand-ins/unused-parsers.ts") }
          : undefined,
      ),
  };
};

/** Bundles scripts with the modules that are generated from their site. */
export const bundleScripts = async (
  entryPoints: Record<string, string>,
  modules: SiteModules,
  { plugins = [], ...options }: Omit<BuildOptions, "write" | "metafile">,
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
    // The browser build, because the default one needs Node modules.
    alias: { "csv-stringify/sync": "csv-stringify/browser/esm/sync" },
    loader: { ".wasm": "file" },
    plugins: [siteModulesPlugin(modules), onDemandPlugin, ...plugins],
    outdir: "out",
    write: false,
    metafile: true,
    logLevel: "silent",
    ...options,
  });
  const files = outputFiles.map(
    ({ path, contents }) => [basename(path), Buffer.from(contents)] as const,
  );
  return { metafile, files };
};

const exportStatementsOf = (values: object) =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join("\n");

/** A page's words, one module for each language. The page contains the first language, and loads another one if the device uses it. */
const wordModulesOf = (
  languages: readonly PageWords[],
  page: (typeof pageNames)[number],
): SiteModules => {
  const firstModule = `site:words/${page}`;
  const modules = languages.map((language, at): [string, string] => {
    const words = { ...language.both, ...language[page] };
    const statements = exportStatementsOf({ words, siteNames: { ...language.names } });
    const name = at === 0 ? firstModule : `site:${language.lang}`;
    return [name, `${statements}\nexport default words;`];
  });
  const entries = languages.map(({ lang, name }, at) => {
    const load = at === 0 ? "" : `, load: () => import("site:${lang}")`;
    return `{ ...${JSON.stringify({ lang, name })}${load} }`;
  });
  const inLanguages = (part: "workerParts" | "why") =>
    `export default ${JSON.stringify(Object.fromEntries(languages.map((one) => [one.lang, one[part]])))};`;
  return {
    ...Object.fromEntries(modules),
    "site:words/worker-parts": inLanguages("workerParts"),
    "site:words/refusals": inLanguages("why"),
    "site:languages": `export { words, siteNames } from "${firstModule}";\nexport const languages = [${entries}];`,
  };
};

/** The routes that only the board calls. Without them the worker's first script is smaller. */
const boardRoutes: readonly string[] = [
  "get-boxes",
  "get-counts",
  "get-refusals",
  "put-attachment-config",
] satisfies RouteId[];

const settingsOf = (site: Site, path: string, name: (typeof pageNames)[number], stage: string) => {
  const settings = pageSettings(site, path, stage);
  const { client } = settings;
  const routes = Object.entries(client.routes).filter(
    ([id]) => name === "board" || !boardRoutes.includes(id),
  );
  return { ...settings, client: { ...client, routes: Object.fromEntries(routes) } };
};

/** What a page is bundled with, from its site. */
export const sitePartsOf = (
  site: Site,
  { path, words }: Exclude<Site["pages"], false>,
  name: (typeof pageNames)[number],
  stage: string,
) => ({
  modules: {
    "site:settings": exportStatementsOf(settingsOf(site, path, name, stage)),
    ...wordModulesOf(words, name),
  },
  define: {
    provedBy: JSON.stringify(credentialKindOf(site)),
    readsRefusalValues: String(site.extensions.refusalValues !== false),
  },
  plugins: [unusedParsersPlugin(site)],
});

/** The files that a page loads first: its script, the imports of that script, its styles. */
const loadedFilesOf = ({ outputs }: Metafile, name: string) =>
  Object.entries(outputs)
    .filter(([, { entryPoint }]) => entryPoint === `frontend/pages/src/${name}/main.tsx`)
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
 * Builds the files of a site's pages, by name; none if the site has no pages. All files are in one folder. The names of scripts, styles and
 * the barcode reader contain a hash of their content. `apiKey`: the key that the local stage writes into its pages. `sampleDocs`: the address of
 * its docs page, if it has sample data.
 * @throws BuildFailure from the bundler, with a message that names file and line
 */
export const buildPageFiles = async (
  site: Site,
  apiKey?: string,
  stage = "local",
  sampleDocs?: string,
): Promise<ReadonlyMap<string, Buffer>> => {
  if (!site.pages) return new Map();
  const { pages: options } = site;
  const [firstLanguage] = options.words;
  const hashedNames = "[name].[hash]";
  // Each page is bundled alone, because one file compresses better than a shared file and the rest.
  const pages = await Promise.all(
    pageNames.map(async (name) => {
      const { modules, ...parts } = sitePartsOf(site, options, name, stage);
      const { files, metafile } = await bundleScripts(
        { [name]: `frontend/pages/src/${name}/main.tsx` },
        modules,
        {
          ...parts,
          splitting: true,
          entryNames: hashedNames,
          chunkNames: hashedNames,
          assetNames: hashedNames,
        },
      );
      const { lang } = firstLanguage;
      const { title } = firstLanguage[name];
      const shells = loadedFilesOf(metafile, name).map((loaded): [string, Buffer] => [
        name,
        Buffer.from(renderShell({ lang, title, apiKey, sampleDocs, ...loaded })),
      ]);
      return [...files, ...shells];
    }),
  );
  const made = new Map([
    ...pages.flat(),
    [iconFile, await readFile(join(projectRoot, "frontend/pages/src", iconFile))],
    ["site.webmanifest", Buffer.from(manifestOf(firstLanguage.worker.title))],
  ]);
  // Any file may be needed offline, except the barcode reader, which is too large to keep.
  const kept = [...made.keys()].filter((name) => !/^camera\.|\.wasm$/.test(name));
  const version = hash("sha256", Buffer.concat([...made.values()]));
  const worker = await bundleScripts(
    { sw: "frontend/pages/src/service-worker/main.ts" },
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
