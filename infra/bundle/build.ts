import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { type Aliases, sdkAliases } from "./aliases.ts";
import { bundleFile } from "./bundle-file.ts";
import { lighter } from "./plugins.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** An entry by name: the text of a module whose imports are seen from the project's root. */
export type Entries = Readonly<Record<string, string>>;

/** What one bundle holds: its size in bytes, and the files that it was made of, from the project's root. */
export type Built = { readonly bytes: number; readonly inputs: readonly string[] };

const written = (entries: Entries): Plugin => ({
  name: "entries",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^entry:/ }, ({ path }) => ({ path: path.slice("entry:".length), namespace: "entry" }));
    onLoad({ filter: /.*/, namespace: "entry" }, ({ path }) => ({ contents: entries[path] ?? "", resolveDir: root }));
  },
});

const options = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node24",
  format: "cjs",
  minify: true,
  legalComments: "none",
  mainFields: ["module", "main"],
  // Naming any condition switches esbuild's own "module" off, and with it the dropping of what the SDK does not use: 270 kB.
  conditions: ["bundle", "module"],
  // `import()` becomes `require()`, which a script that was compiled from a code cache can do.
  supported: { "dynamic-import": false },
  metafile: true,
  logLevel: "silent",
} as const satisfies BuildOptions;

/**
 * Bundles all entries in one call of the bundler, each to `<folder>/<name>/bundle.cjs`.
 * @throws BuildFailure of the bundler, whose message names file and line
 */
export const bundleEntries = async (entries: Entries, aliases: Aliases, folder: string): Promise<ReadonlyMap<string, Built>> => {
  const names = Object.keys(entries);
  const { metafile } = await build({
    ...options,
    entryPoints: Object.fromEntries(names.map((name) => [`${name}/bundle`, `entry:${name}`])),
    outExtension: { ".js": ".cjs" },
    outdir: folder,
    alias: { ...sdkAliases, ...aliases },
    plugins: [written(entries), ...lighter],
  });
  const outputs = Object.entries(metafile.outputs);
  return new Map(
    names.map((name) => {
      const [, { bytes, inputs } = { bytes: 0, inputs: {} }] = outputs.find(([file]) => file.endsWith(`/${name}/${bundleFile}`)) ?? [];
      // What was looked at and then dropped as unused does not count.
      const kept = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
      return [name, { bytes, inputs: kept.map(([input]) => input) }];
    }),
  );
};
