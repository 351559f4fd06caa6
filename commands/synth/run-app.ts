import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { DeploymentSettings } from "#infra/deployment.ts";
import { usageError } from "#infra/usage-error.ts";
import { runProgram } from "../cli/run-program.ts";

const appPath = fileURLToPath(new URL("../../infra/app.ts", import.meta.url));

/** The metadata that the CDK CLI adds. SAM uses it to find a function's bundle. */
const assetMetadata = {
  "aws:cdk:enable-asset-metadata": true,
  "aws:cdk:enable-path-metadata": true,
};

type StageSetting = "site" | "stage" | "table" | "stream" | "first" | "erp";

/** The values of `-c`, which override settings of cdk.json. `undefined` overrides nothing. */
type AppContext = Readonly<Partial<Record<StageSetting | keyof DeploymentSettings, string>>>;

/**
 * Runs the CDK app like the CDK CLI, in a separate process. Returns its remarks.
 * @throws UsageError or Error with its output
 */
export const synthesiseStack = async (context: AppContext, folder: string): Promise<string> => {
  mkdirSync(folder, { recursive: true });
  const env = {
    ...process.env,
    CDK_OUTDIR: resolve(folder),
    CDK_CONTEXT_JSON: JSON.stringify({ ...context, ...assetMetadata }),
  };
  const { status, out, errors } = await runProgram(process.execPath, [appPath], env);
  const output = (out + errors).trimEnd();
  if (status === 0) return output;
  throw status === 2 ? usageError(output) : new Error(output);
};
