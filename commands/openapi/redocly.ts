import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("bin/cli.js", import.meta.resolve("@redocly/cli/package.json")));
const project = fileURLToPath(new URL("../../", import.meta.url));

/** Neither what is judged nor that it was leaves this machine. */
const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/** Runs redocly on files and gives the JSON that it prints; findings are no failure of the run. */
export const redocly = (command: "lint" | "diff", args: readonly string[]): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const given = [cli, command, ...args, "--format", "json", "--config", `${project}redocly.yaml`];
    execFile(
      process.execPath,
      given,
      { cwd: project, env: { ...process.env, ...quiet }, maxBuffer: 64e6 },
      (error, stdout, stderr) => {
        try {
          resolve(JSON.parse(stdout));
        } catch {
          reject(new Error(`redocly ${command} gave no report: ${stderr || error?.message}`));
        }
      },
    );
  });
