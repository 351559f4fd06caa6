import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const bundle = async (contents: string) => {
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
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  return { bytes: code.byteLength, zipped: gzipSync(code).byteLength, inputs: Object.keys(metafile.inputs) };
};

test("the client is small, and brings neither schemas nor a library into the browser", async ({ annotate }) => {
  const { bytes, zipped, inputs } = await bundle('export { createClient } from "./lib/client/client.ts";');
  await annotate(`client: ${bytes} bytes minified, ${zipped} zipped`);
  expect(inputs.filter((input) => !input.startsWith("lib/client/") && input !== "<stdin>")).toEqual([]);
  expect(bytes).toBeLessThan(6_000);
});

test("the reader of barcodes may be added to it, and brings no library either", async ({ annotate }) => {
  const { bytes, zipped, inputs } = await bundle('export { fieldReader } from "./lib/scan/read.ts";');
  await annotate(`reader of barcodes: ${bytes} bytes minified, ${zipped} zipped`);
  expect(inputs.filter((input) => !input.startsWith("lib/scan/") && input !== "<stdin>")).toEqual([]);
  expect(bytes).toBeLessThan(10_000);
});
