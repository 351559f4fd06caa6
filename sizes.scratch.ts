import { mkdtempSync } from "node:fs"; import { tmpdir } from "node:os"; import { join, resolve } from "node:path";
import { bundleSite } from "#infra/bundle/bundle-site.ts";
const b = await bundleSite({ profile: resolve(process.argv[2] ?? "sites/demo.ts"), folder: mkdtempSync(join(tmpdir(), "sz-")) });
for (const [id, { bytes, inputs }] of b) console.log(id.padEnd(28), (bytes/1000).toFixed(1), inputs.filter((i) => !i.includes("node_modules")).length);
if (process.argv[3]) console.log(b.get(process.argv[3])?.inputs.filter((i) => !i.includes("node_modules")).join("\n"));
