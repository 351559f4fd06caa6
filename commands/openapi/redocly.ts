import { fileURLToPath } from "node:url";
import { ended } from "../cli/program.ts";

const cli = fileURLToPath(new URL("bin/cli.js", import.meta.resolve("@redocly/cli/package.json")));
const config = fileURLToPath(new URL("../../redocly.yaml", import.meta.url));

/** Neither what is judged nor that it was leaves this machine. */
const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/** Runs redocly on files and gives the JSON that it prints; findings are no failure of the run. */
export const redocly = async (command: "lint" | "diff", args: string[]): Promise<unknown> => {
  const given = [cli, command, ...args, "--format", "json", "--config", config];
  const { out, errors } = await ended(process.execPath, given, { ...process.env, ...quiet });
  try {
    return JSON.parse(out);
  } catch {
    throw new Error(`redocly ${command} gave no report: ${errors}`);
  }
};
