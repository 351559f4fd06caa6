import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { spawnBound } from "#infra/local/spawn-bound.ts";

const app = fileURLToPath(new URL("../../infra/app.ts", import.meta.url));

/** As CDK's command has it: each function's resource says where its bundle lies, which is how SAM finds it. */
const metadata = { "aws:cdk:enable-asset-metadata": true, "aws:cdk:enable-path-metadata": true };

/** What `-c` gives the app; what is `undefined` is left to it. */
type Context = Readonly<Partial<Record<"site" | "stage" | "erp" | "node", string>>>;

/** Runs the CDK app as the CDK's own command does, in a process of its own: a process knows one site. */
export const synthesise = (context: Context, folder: string): Promise<{ readonly status: number | null; readonly told: string }> => {
  mkdirSync(folder, { recursive: true });
  const child = spawnBound(process.execPath, [app], {
    env: { ...process.env, CDK_OUTDIR: resolve(folder), CDK_CONTEXT_JSON: JSON.stringify({ ...context, ...metadata }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let told = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      told += chunk;
    });
  return new Promise((ended, failed) => {
    child.once("error", failed);
    child.once("close", (status) => ended({ status, told }));
  });
};
