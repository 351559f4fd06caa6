import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { spawnBound } from "#infra/local/spawn-bound.ts";

const app = fileURLToPath(new URL("../../infra/app.ts", import.meta.url));

/** As CDK's command has it: each function's resource says where its bundle lies, which is how SAM finds it. */
const metadata = { "aws:cdk:enable-asset-metadata": true, "aws:cdk:enable-path-metadata": true };

/** What `-c` gives the app; what is `undefined` is left to it. */
type Context = Readonly<
  Partial<Record<"site" | "stage" | "table" | "stream" | "first" | "erp" | "node", string>>
>;

/** Runs the CDK app as the CDK's own command does, in a process of its own. */
export const synthesise = async (
  context: Context,
  folder: string,
): Promise<{ readonly status: number | null; readonly output: string }> => {
  mkdirSync(folder, { recursive: true });
  const child = spawnBound(process.execPath, [app], {
    env: {
      ...process.env,
      CDK_OUTDIR: resolve(folder),
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, ...metadata }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [[status], ...output] = await Promise.all([
    once(child, "close"),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { status, output: output.join("") };
};
