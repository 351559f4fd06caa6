import { execFileSync } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { clientSettings } from "#lib/page/client-settings.ts";
import { scanSettings } from "#lib/page/scan-settings.ts";
import type { Site } from "#lib/site/schema.ts";
import { requestTypes } from "./request-types.ts";

const root = new URL("../../", import.meta.url).pathname;
const entries = ["index", "scan"].map((name) => join(root, `commands/client/package/${name}.ts`));

/** The declarations of what the entries reach, without the schemas. */
const writeTypes = (site: Site, out: string) => {
  const folder = mkdtempSync(join(root, "node_modules/.client-types-"));
  try {
    const compilerOptions = {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      outDir: folder,
      rootDir: root,
      types: ["node"],
    };
    const project = join(folder, "tsconfig.json");
    writeFileSync(
      project,
      JSON.stringify({
        extends: join(root, "tsconfig.json"),
        compilerOptions,
        files: entries,
        include: [],
      }),
    );
    execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", project], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const file of globSync(
      join(folder, "{commands/client/package,lib/client,lib/scan}/*.d.ts"),
    ).concat(join(folder, "lib/route-ids.d.ts"))) {
      const to = join(out, "types", relative(folder, file));
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(
        to,
        readFileSync(file, "utf8").replaceAll(/(["'])(\.[^"']+)\.ts\1/g, '"$2.js"'),
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  writeFileSync(join(out, "types/scanner/client/requests.d.ts"), requestTypes(site));
};

/** Writes the client and the reader of scans for one site as a package of ES modules and types, without a dependency. */
export const writePackage = async (site: Site, out: string): Promise<void> => {
  mkdirSync(out, { recursive: true });
  await build({
    entryPoints: entries,
    outdir: out,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
  });
  writeTypes(site, out);
  const write = (file: string, text: string) => writeFileSync(join(out, file), `${text}\n`);
  write(
    "site.js",
    `export const settings = ${JSON.stringify(clientSettings(site))};\nexport const scanSettings = ${JSON.stringify(scanSettings(site))};`,
  );
  write(
    "types/commands/client/package/site.d.ts",
    `/** What the client and the reader must know of the site ${site.name}. */
export declare const settings: import("./index.js").ClientSettings;
export declare const scanSettings: import("./scan.js").ScanSettings;`,
  );
  const { version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    version: string;
    license: string;
  };
  const at = (file: string) => ({
    types: `./types/commands/client/package/${file}.d.ts`,
    default: `./${file}.js`,
  });
  const manifest = {
    name: `scanner-client-${site.name}`,
    version,
    description: `The scanner's client of the warehouse tracking service, for the site ${site.name}`,
    license,
    type: "module",
    sideEffects: false,
    exports: { ".": at("index"), "./scan": at("scan"), "./site": at("site") },
  };
  write("package.json", JSON.stringify(manifest, undefined, 2));
  cpSync(join(root, "docs/client.md"), join(out, "README.md"));
};
