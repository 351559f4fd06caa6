import { followNpm } from "./follow-npm.ts";
import { noteStage } from "./running-stages.ts";
import { startSettings, usage } from "./settings.ts";
import type { Stage } from "./stage.ts";

let stage: Stage | undefined;
let forget = () => {};
let isStopping = false;

const stop = async (status = 0) => {
  // Ctrl-C reaches this process twice: npm passes it on.
  if (isStopping) return;
  isStopping = true;
  forget();
  await stage?.stop();
  process.exit(status);
};

/** Of a fault of the program it is also printed where it happened. */
const fail = (error: unknown): never => {
  const { name, message, stack } = error as Error;
  console.error(name === "Error" || name === "UsageError" ? message : stack);
  process.exit(name === "UsageError" ? 2 : 1);
};

const run = async () => {
  const args = process.argv.slice(2);
  if (["--help", "-h"].includes(args[0] ?? "")) return console.log(usage);
  const settings = startSettings(args, process.env);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop());
  followNpm(stop);

  // The functions' log reads its level when it loads.
  process.env.LOG_LEVEL ||= "WARN";
  const { startStage } = await import("./stage.ts");
  stage = await startStage(settings, (sentence) => {
    console.error(sentence);
    void stop(1);
  });
  const { url, tableOptions: options } = stage;
  forget = noteStage({ url, options, dataDir: settings.dataDir });
  const { announcement } = await import("./announce.ts");
  const { firstRequests } = await import("./first-requests.ts");
  console.log(announcement(stage, await firstRequests(stage)));
};

try {
  await run();
} catch (error) {
  fail(error);
}
