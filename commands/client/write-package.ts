import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { clientSettings } from "#lib/client/settings.ts";
import { scanSettings } from "#lib/scan/settings.ts";
import type { Site } from "#lib/site/schema.ts";
import { requestTypes } from "./request-types.ts";

const root = new URL("../../", import.meta.url).pathname;

/** What each entry of the package gives, by the file that it is in. */
const entries = {
  index: {
    "client/client":
      "createClient, type AskOptions, type Client, type ClientOptions, type FieldReader, type Misread, type ReadOutcome, type Ticket",
    "client/indexed-db": "indexedDbStorage",
    "client/lease": "withLease",
    "client/web-storage": "takeOver",
    "client/storage": "memoryStorage, type Feed, type QueueStorage",
    "client/surroundings": "surroundings, type Lead, type Surroundings",
    "client/standing": "type QueueEvents, type QueueState, type Standing",
    "client/types": "type ClientSettings, type Entry, type EntryState, type Outcome, type Refusal",
    "client/requests": "type Answer, type Fields, type ReadId, type WriteId",
  },
  scan: {
    "scan/read": "fieldOf, fieldReader, kindsOf, readScan, type FieldReading, type Scan, type ScannedField, type ScanSettings",
    "scan/wedge": "readWedge, type WedgeOptions",
  },
} as const;

const source = (entry: keyof typeof entries, from: string, ending: string, names: (text: string) => string) =>
  Object.entries(entries[entry])
    .map(([file, text]) => [file, names(text)] as const)
    .filter(([, text]) => text !== "")
    .map(([file, text]) => `export { ${text} } from "${from}${file}${ending}";`)
    .join("\n");

const values = (text: string) =>
  text
    .split(", ")
    .filter((name) => !name.startsWith("type "))
    .join(", ");

const writeCode = async (out: string) => {
  for (const entry of Object.keys(entries) as (keyof typeof entries)[])
    await build({
      stdin: { contents: source(entry, "./lib/", ".ts", values), resolveDir: root, loader: "ts" },
      outfile: join(out, `${entry}.js`),
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2022",
      platform: "browser",
    });
};

/** The declarations of what the entries reach, without the schemas. */
const writeTypes = (site: Site, out: string) => {
  const folder = mkdtempSync(join(root, "node_modules/.client-types-"));
  try {
    const files = ["client/client", "client/indexed-db", "client/lease", "client/web-storage", "scan/read", "scan/wedge"].map((file) =>
      join(root, `lib/${file}.ts`),
    );
    const compilerOptions = { noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: folder, rootDir: root };
    const project = join(folder, "tsconfig.json");
    writeFileSync(
      project,
      JSON.stringify({
        extends: join(root, "tsconfig.json"),
        compilerOptions: { ...compilerOptions, types: ["node"] },
        files,
        include: [],
      }),
    );
    execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", project], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    for (const file of globSync(join(folder, "lib/{client,scan}/*.d.ts")).concat(join(folder, "lib/route-ids.d.ts"))) {
      const to = join(out, "types", relative(join(folder, "lib"), file));
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, readFileSync(file, "utf8").replaceAll(/(["'])(\.[^"']+)\.ts\1/g, '"$2.js"'));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  writeFileSync(join(out, "types/client/requests.d.ts"), requestTypes(site));
  for (const entry of Object.keys(entries) as (keyof typeof entries)[])
    writeFileSync(join(out, `${entry}.d.ts`), `${source(entry, "./types/", ".js", (text) => text)}\n`);
};

/** Writes the client and the reader of scans for one site as a package of ES modules and types, without a dependency. */
export const writePackage = async (site: Site, out: string): Promise<void> => {
  mkdirSync(out, { recursive: true });
  await writeCode(out);
  writeTypes(site, out);
  writeFileSync(
    join(out, "site.js"),
    `export const settings = ${JSON.stringify(clientSettings(site))};\nexport const scanSettings = ${JSON.stringify(scanSettings(site))};\n`,
  );
  writeFileSync(
    join(out, "site.d.ts"),
    `import type { ClientSettings } from "./index.js";\nimport type { ScanSettings } from "./scan.js";\n\n/** What the client and the reader must know of the site ${site.name}. */\nexport declare const settings: ClientSettings;\nexport declare const scanSettings: ScanSettings;\n`,
  );
  const { version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string; license: string };
  const at = (file: string) => ({ types: `./${file}.d.ts`, default: `./${file}.js` });
  writeFileSync(
    join(out, "package.json"),
    `${JSON.stringify(
      {
        name: `scanner-client-${site.name}`,
        version,
        description: `The scanner's client of the warehouse tracking service, for the site ${site.name}`,
        license,
        type: "module",
        sideEffects: false,
        exports: { ".": at("index"), "./scan": at("scan"), "./site": at("site") },
      },
      undefined,
      2,
    )}\n`,
  );
  cpSync(join(root, "docs/client.md"), join(out, "README.md"));
};
