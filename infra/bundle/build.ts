import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { type ModuleAliases, sdkAliases } from "./aliases.ts";
import type { PlannedFunction } from "./entries.ts";

const projectRoot = fileURLToPath(new URL("../..", import.meta.url));

/** Entries by name. */
export type BundleEntries = Readonly<Record<string, PlannedFunction["entry"]>>;

/** The size of a bundle, and of each file in it by its path from the project's root, in bytes. */
export type BuiltBundle = { readonly bytes: number; readonly inputs: ReadonlyMap<string, number> };

const entryPlugin = (entries: BundleEntries): Plugin => ({
  name: "entries",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^entry:/ }, ({ path }) => ({
      path: path.slice("entry:".length),
      namespace: "entry",
    }));
    onLoad({ filter: /.*/, namespace: "entry" }, ({ path }) => {
      const entry = entries[path];
      return { contents: entry && "text" in entry ? entry.text : "", resolveDir: projectRoot };
    });
  },
});

const commonOptions = {
  absWorkingDir: projectRoot,
  bundle: true,
  platform: "node",
  target: "node24",
  format: "cjs",
  minify: true,
  legalComments: "none",
  mainFields: ["module", "main"],
  // If any condition is named, esbuild no longer adds "module" itself; without it the whole SDK would be bundled, 270 kB more.
  conditions: ["bundle", "module"],
  // The SDK imports this module only where a command streams events, which none of ours does. If this `import()` were bundled, esbuild
  // would wrap 158 modules of the SDK in closures and keep their unused code.
  external: ["@smithy/core/event-streams"],
  metafile: true,
  logLevel: "silent",
  outExtension: { ".js": ".cjs" },
  define: { "import.meta.filename": "__filename" },
} as const satisfies BuildOptions;

/**
 * Bundles all entries in one call of the bundler, each to `<folder>/<name>/bundle.cjs`.
 * @throws BuildFailure of the bundler, whose message names file and line
 */
export const bundleEntries = async (
  entries: BundleEntries,
  aliases: ModuleAliases,
  folder: string,
): Promise<ReadonlyMap<string, BuiltBundle>> => {
  const names = Object.keys(entries);
  const { metafile } = await build({
    ...commonOptions,
    entryPoints: Object.fromEntries(
      Object.entries(entries).map(([name, entry]) => [
        `${name}/bundle`,
        "file" in entry ? entry.file : `entry:${name}`,
      ]),
    ),
    outdir: folder,
    alias: { ...sdkAliases, ...aliases },
    plugins: [entryPlugin(entries)],
  });
  const outputs = Object.entries(metafile.outputs);
  const built = new Map(
    names.map((name) => {
      const [, { bytes, inputs } = { bytes: 0, inputs: {} }] =
        outputs.find(([file]) => file.endsWith(`/${name}/bundle.cjs`)) ?? [];
      // Files without any used code do not count.
      const kept = Object.entries(inputs).flatMap(([input, { bytesInOutput }]) =>
        bytesInOutput > 0 ? [[input, bytesInOutput] as const] : [],
      );
      return [name, { bytes, inputs: new Map(kept) }];
    }),
  );
  const withSqlite = names.filter((name) => built.get(name)?.inputs.has("lib/erp/sqlite.ts"));
  await build({
    ...commonOptions,
    entryPoints: Object.fromEntries(
      withSqlite.map((name) => [`${name}/sqlite-worker`, "lib/erp/sqlite-worker.ts"]),
    ),
    outdir: folder,
  });
  return built;
};
