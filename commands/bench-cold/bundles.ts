import { cp, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { cacheFile } from "#infra/bundle/bundle-file.ts";
import { bundleSite } from "#infra/bundle/bundle-site.ts";

const apps = ["bare-sdk", "hono", "express", "fastify"] as const;
const app = (name: string) => resolve(import.meta.dirname, "apps", `${name}.ts`);

// What such a bundle needs beside esbuild's defaults: CommonJS packages in an ES module ask for `require`.
const banner = { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' };

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

const bundleApps = async (folder: string): Promise<Subject[]> => {
  await build({
    entryPoints: apps.map(app),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    banner,
    logLevel: "error",
  });
  return Promise.all(
    apps.map(async (name) => {
      const file = join(folder, `${name}.mjs`);
      return { name, id: "post-box", file, bytes: (await stat(file)).size, onLambda: true };
    }),
  );
};

/** Bundles what is measured; the first subject is the reference. */
export const bundleSubjects = async (folder: string, erpFile: string, functions: readonly string[]): Promise<Subject[]> => {
  const ours = join(folder, "ours");
  const bundles = await bundleSite({
    profile: resolve(import.meta.dirname, "../../sites/demo.ts"),
    folder: ours,
    erpFile,
    codeCacheNode: process.execPath,
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
  return [
    ...(await bundleApps(join(folder, "apps"))),
    ...functions.map((id) => subject(id, id)),
    subject("post-box, no code cache", "post-box", plain),
    subject("post-box, no priming", "post-box", undefined, false),
  ];
};

/** Bundles what acts as Lambda's runtime, so that its own start costs little. */
export const bundleRuntime = async (folder: string): Promise<string> => {
  const outfile = join(folder, "runtime.mjs");
  await build({ entryPoints: [app("runtime")], outfile, platform: "node", format: "esm", target: "node24", logLevel: "error" });
  return outfile;
};
