import { fileURLToPath } from "node:url";
import { runProgram } from "../cli/run-program.ts";

const cliPath = fileURLToPath(
  new URL("bin/cli.js", import.meta.resolve("@redocly/cli/package.json")),
);
const configPath = fileURLToPath(new URL("../../redocly.yaml", import.meta.url));

/** Neither what is judged nor that it was leaves this machine. */
const quietVariables = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/** Runs redocly on files and gives the JSON that it prints; findings are no failure of the run. */
export const runRedocly = async (command: "lint" | "diff", args: string[]): Promise<unknown> => {
  const given = [cliPath, command, ...args, "--format", "json", "--config", configPath];
  const { out, errors } = await runProgram(process.execPath, given, {
    ...process.env,
    ...quietVariables,
  });
  try {
    return JSON.parse(out);
  } catch {
    throw new Error(`redocly ${command} gave no report: ${errors}`);
  }
};
