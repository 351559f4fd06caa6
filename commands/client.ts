import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { writeAtomically } from "#infra/atomic-file.ts";
import { chooseSite } from "#infra/choose-site.ts";
import { changeSettings, clientSettings } from "#lib/page/client-settings.ts";
import { scanSettings } from "#lib/page/scan-settings.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import scanner from "../frontend/scanner/src/package.json" with { type: "json" };
import { createCommand, runCommandLine, siteHelp } from "./cli/command.ts";
import { makeScratchFolder } from "./cli/scratch-folder.ts";

const projectRoot = fileURLToPath(new URL("..", import.meta.url));

const tscPath = join(projectRoot, "node_modules/typescript/bin/tsc");

/** The scanner's client, with the routes of one site. */
const clientTypesText = (
  site: Site,
) => `import type * as scanner from "./types/scanner/src/index.ts";

export * from "./types/scanner/src/index.ts";

type Route<Kind> = { kind: Kind; fields: Record<string, unknown>; answer: Record<string, any> };

/** The routes that the site ${site.name} serves; their fields and answers are in its API description. */
export type Requests = {
${routesOf(site)
  .map(({ id, kind }) => `  "${id}": Route<"${kind}">;`)
  .join("\n")}
};
export type Client = scanner.Client<Requests>;
export declare const createClient: (options: scanner.ClientOptions<Requests>) => Client;`;

/** Copies all files of a folder. Each file is replaced in one step. */
const copyFiles = (from: string, to: string) => {
  for (const name of readdirSync(from, { recursive: true, encoding: "utf8" })) {
    const file = join(from, name);
    const copy = join(to, name);
    if (!statSync(file).isFile()) continue;
    mkdirSync(dirname(copy), { recursive: true });
    writeAtomically(copy, readFileSync(file));
  }
};

const program = createCommand(
  "client",
  "Writes the client library and the label reader as a package of ES modules and types, for another repository. The package has no dependencies.",
  `docs/client.md shows how to write a scanner's page with it.

Exit status: 0 written; 1 not written; 2 a wrong call.`,
)
  .requiredOption(
    "--out <folder>",
    "folder for the package; then run `npm install <folder>` in the other repository",
  )
  .option(
    "--site <site>",
    `site whose routes, names and labels the package has: ${siteHelp}`,
    "demo",
  )
  .action(async ({ out, site: siteChoice }) => {
    const site = await chooseSite(siteChoice);
    // Build in a temporary folder, so that a failed build leaves the old package unchanged.
    const { folder } = makeScratchFolder("client");
    const writeFile = (file: string, text: string) =>
      writeFileSync(join(folder, file), `${text}\n`);
    const entryNames = ["index", "scan", "changes"];
    await build({
      entryPoints: entryNames.map((name) => join(projectRoot, `frontend/scanner/src/${name}.ts`)),
      outdir: folder,
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2022",
    });
    const declarationOptions = ["--noEmit", "false", "--declaration", "--emitDeclarationOnly"];
    execFileSync(
      process.execPath,
      [
        tscPath,
        "-p",
        join(projectRoot, "frontend/scanner/src"),
        ...declarationOptions,
        "--outDir",
        join(folder, "types"),
      ],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    writeFile("index.d.ts", clientTypesText(site));
    for (const name of ["scan", "changes"])
      writeFile(`${name}.d.ts`, `export * from "./types/scanner/src/${name}.ts";`);
    writeFile(
      "site.js",
      `export const settings = ${JSON.stringify(clientSettings(site))};
export const scanSettings = ${JSON.stringify(scanSettings(site))};
export const changeSettings = ${JSON.stringify(changeSettings(site))};`,
    );
    writeFile(
      "site.d.ts",
      `/** The settings of the client and the scan reader for the site ${site.name}. */
export declare const settings: import("./index.js").ClientSettings;
export declare const scanSettings: import("./scan.js").ScanSettings;
export declare const changeSettings: import("./changes.js").ChangeSettings;`,
    );
    const { private: _, ...packageFields } = scanner;
    const name = `scanner-client-${site.name}`;
    const subpaths = ["scan", "changes", "site"].map((part) => [`./${part}`, `./${part}.js`]);
    const exports = { ".": "./index.js", ...Object.fromEntries(subpaths) };
    writeFile("package.json", JSON.stringify({ ...packageFields, name, exports }, undefined, 2));
    cpSync(join(projectRoot, "docs/client.md"), join(folder, "README.md"));
    copyFiles(folder, out);
    for (const file of [...entryNames, "site"].map((name) => join(out, `${name}.js`)))
      console.log(`${file}: ${statSync(file).size} bytes`);
  });

await runCommandLine(program);
