import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

// A handheld on weak Wi-Fi loads these before its first scan.
test.each([
  [
    "client with its storage and lock",
    "client",
    `export { createClient } from "./frontend/scanner/src/client/client.ts";
     export { indexedDbStorage } from "./frontend/scanner/src/client/indexed-db.ts";`,
    { bytes: 17_600, zipped: 7_750 },
  ],
  [
    "reader of scans",
    "scan",
    `export { fieldReader, kindsOf } from "./frontend/scanner/src/scan/read-scan.ts";
     export { readWedge } from "./frontend/scanner/src/scan/wedge.ts";`,
    { bytes: 15_000, zipped: 7_100 },
  ],
])("the %s is small, without schemas and libraries", async (_, folder, contents, most) => {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: ".", loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    metafile: true,
    write: false,
  });
  const folders = [`frontend/scanner/src/${folder}/`, "frontend/labels/", "<stdin>"];
  const own = (input: string) => folders.some((start) => input.startsWith(start));
  expect(Object.keys(metafile.inputs).filter((input) => !own(input))).toEqual([]);
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  expect(code.byteLength).toBeLessThan(most.bytes);
  expect(gzipSync(code).byteLength).toBeLessThan(most.zipped);
});
