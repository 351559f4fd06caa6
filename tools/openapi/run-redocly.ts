import { fileURLToPath } from "node:url";
import { runProgram } from "../../commands/cli/run-program.ts";

const cliPath = fileURLToPath(
  new URL("bin/cli.js", import.meta.resolve("@redocly/cli/package.json")),
);
const configPath = fileURLToPath(new URL("../../redocly.yaml", import.meta.url));

/** Keeps redocly from sending data off this machine. */
const quietVariables = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/** Runs redocly on files, and returns the JSON that it prints. Findings do not fail the run. */
export const runRedocly = async (command: "lint" | "diff", args: string[]): Promise<unknown> => {
  const cliArguments = [cliPath, command, ...args, "--format", "json", "--config", configPath];
  const env = { ...process.env, ...quietVariables };
  const { out, errors } = await runProgram(process.execPath, cliArguments, env);
  try {
    return JSON.parse(out);
  } catch {
    throw new Error(`redocly ${command} gave no report: ${errors}`);
  }
};
