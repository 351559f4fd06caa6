import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { DeploymentSettings } from "#infra/deployment.ts";
import { usageError } from "#infra/usage-error.ts";
import { runProgram } from "../cli/run-program.ts";

const appPath = fileURLToPath(new URL("../../infra/app.ts", import.meta.url));

/** As CDK's command has it: each function's resource says where its bundle lies, which is how SAM finds it. */
const assetMetadata = {
  "aws:cdk:enable-asset-metadata": true,
  "aws:cdk:enable-path-metadata": true,
};

type StageSetting = "site" | "stage" | "table" | "stream" | "first" | "erp";

/** What `-c` gives the app, also in place of a setting of cdk.json; what is `undefined` is left to it. */
type AppContext = Readonly<Partial<Record<StageSetting | keyof DeploymentSettings, string>>>;

/**
 * Runs the CDK app as the CDK's own command does, in a process of its own. Gives what it remarks.
 * @throws UsageError or Error in its words
 */
export const synthesiseStack = async (context: AppContext, folder: string): Promise<string> => {
  mkdirSync(folder, { recursive: true });
  const { status, out, errors } = await runProgram(process.execPath, [appPath], {
    ...process.env,
    CDK_OUTDIR: resolve(folder),
    CDK_CONTEXT_JSON: JSON.stringify({ ...context, ...assetMetadata }),
  });
  const said = (out + errors).trimEnd();
  if (status === 0) return said;
  throw status === 2 ? usageError(said) : new Error(said);
};
