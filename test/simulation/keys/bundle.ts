import { readFile } from "node:fs/promises";
import { compileFunction } from "node:vm";
import type { Plugin } from "esbuild";
import type { Site } from "#lib/site/schema.ts";
import { bundleScripts, sitePartsOf } from "../../../frontend/pages/build/pages.ts";
import type { PageGlobals } from "./globals.ts";
import type { WorkerState } from "./worker-state.ts";

/** What the simulation calls and reads of a page. */
export type PageScript = {
  readonly startPage: () => void;
  readonly state: () => WorkerState;
};

/** A text in a source file, and another in its place: a rule that is broken on purpose. */
export type SourceChange = { readonly file: string; readonly from: string; readonly to: string };

const entry = `export { startPage } from "./frontend/pages/src/worker/start.tsx";
  export { state } from "./frontend/pages/src/worker/state.ts";`;

/** In place of preact: the screen draws, so an element is only what it is made of. */
const undrawn = `export const Fragment = ({ children }) => children;
  export const jsx = (type, props) => ({ type, props });
  export const jsxs = jsx;
  export const render = (drawn) => drawPage(drawn);`;
const drawnByScreen: Plugin = {
  name: "preact",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^preact/ }, ({ path }) => ({ path, namespace: "preact" }));
    onLoad({ filter: /.*/, namespace: "preact" }, () => ({ contents: undrawn }));
  },
};

const changeSources = (changes: readonly SourceChange[]): Plugin => ({
  name: "changes",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]frontend[/\\].*\.tsx?$/ }, async ({ path }) => {
      const own = changes.filter(({ file }) => path.replaceAll("\\", "/").endsWith(file));
      if (own.length === 0) return undefined;
      let contents = await readFile(path, "utf8");
      for (const { file, from, to } of own) {
        const places = contents.split(from).length - 1;
        if (places !== 1) throw new Error(`${file} has ${places} places with ${from}`);
        contents = contents.replace(from, () => to);
      }
      return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
    }),
});

/** Bundles the worker's page of a site. Each call of the result opens a page of its own. */
export const bundleWorker = async (
  site: Site,
  changes: readonly SourceChange[],
): Promise<(globals: PageGlobals) => PageScript> => {
  if (!site.pages) throw new Error(`${site.name} has no pages`);
  const { modules, plugins, ...parts } = sitePartsOf(site, site.pages, "worker", "simulated");
  const { files } = await bundleScripts({}, modules, {
    ...parts,
    stdin: { contents: entry, resolveDir: process.cwd() },
    plugins: [drawnByScreen, changeSources(changes), ...plugins],
    ...{ format: "iife", globalName: "page", minify: false, external: ["zxing-wasm/*"] },
  });
  const code = `${files.find(([name]) => name.endsWith(".js"))?.[1]}\nreturn page;`;
  let open: ((...values: unknown[]) => PageScript) | undefined;
  return (globals) => {
    const compile = () => compileFunction(code, Object.keys(globals));
    open ??= compile() as NonNullable<typeof open>;
    return open(...Object.values(globals));
  };
};
