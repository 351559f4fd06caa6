import { cp, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { siteAliases } from "#infra/bundle/aliases.ts";
import { bundleEntries } from "#infra/bundle/build.ts";
import { cacheFile } from "#infra/bundle/bundle-file.ts";
import { bundleSite } from "#infra/bundle/bundle-site.ts";
import { makeCodeCaches } from "#infra/bundle/make-code-caches.ts";
import demo from "../../sites/demo.ts";

const app = (name: string) => resolve(import.meta.dirname, "apps", `${name}.ts`);
// What such a bundle needs beside esbuild's defaults: CommonJS packages in an ES module ask for `require`.
const banner = {
  js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
};

/** The SDK alone, to be bundled as we do. */
export const bareEntry = 'export { handler } from "./commands/bench-cold/apps/bare-sdk.ts";';

/** What is measured: a file that Lambda would load, and the bytes of its bundle. */
export type Subject = {
  readonly name: string;
  /** The function of ours whose job it does. */
  readonly id: string;
  readonly file: string;
  readonly bytes: number;
  /** False for a start as it is off Lambda, without priming. */
  readonly onLambda: boolean;
};

/** Bundles what is measured, the reference first, and what acts as Lambda's runtime, so that its own start costs little. */
export const bundleAll = async (folder: string, erpFile: string, functions: readonly string[]) => {
  const common = {
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    platform: "node",
    format: "esm",
    target: "node24",
  } as const;
  await build({
    ...common,
    entryPoints: [app("bare-sdk")],
    bundle: true,
    banner,
    logLevel: "error",
  });
  await build({ ...common, entryPoints: [app("runtime")], logLevel: "error" });
  const ours = join(folder, "ours");
  const profile = resolve(import.meta.dirname, "../../sites/demo.ts");
  const bundles = await bundleSite({
    profile,
    folder: ours,
    erpFile,
    codeCacheNode: [process.execPath],
  });
  const plain = join(folder, "post-box-without-cache");
  await cp(join(ours, "post-box"), plain, { recursive: true });
  await rm(join(plain, cacheFile));
  const subject = (name: string, id: string, from = join(ours, id), onLambda = true): Subject => ({
    name,
    id,
    file: join(from, "index.mjs"),
    bytes: bundles.get(id)?.bytes ?? 0,
    onLambda,
  });
  // The SDK alone, but bundled as we do and with a code cache, too: what is left is our own.
  const own = "bare-sdk, bundled as ours";
  const built = await bundleEntries({ [own]: bareEntry }, siteAliases(profile, demo), ours);
  await cp(join(ours, "post-box", "index.mjs"), join(ours, own, "index.mjs"));
  const save = { body: JSON.stringify({ box_no: "", zongpai: "", quantity: 1 }) };
  await makeCodeCaches(
    [process.execPath],
    [{ id: own, folder: join(ours, own), events: [save] }],
    demo,
  );
  const bare = join(folder, "bare-sdk.mjs");
  const subjects: readonly Subject[] = [
    {
      name: "bare-sdk",
      id: "post-box",
      file: bare,
      bytes: (await stat(bare)).size,
      onLambda: true,
    },
    {
      name: own,
      id: "post-box",
      file: join(ours, own, "index.mjs"),
      bytes: built.get(own)?.bytes ?? 0,
      onLambda: true,
    },
    ...functions.map((id) => subject(id, id)),
    subject("post-box, no code cache", "post-box", plain),
    subject("post-box, no priming", "post-box", undefined, false),
  ];
  return { subjects, runtime: join(folder, "runtime.mjs") };
};
