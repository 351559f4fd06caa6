import { followNpm } from "./follow-npm.ts";
import { noteStage } from "./running-stages.ts";
import type { LocalStage } from "./stage.ts";
import { startSettings, usageText } from "./stage-settings.ts";

let startedStage: LocalStage | undefined;
let forgetStage = () => {};
let isStopping = false;

const stopStage = async (status = 0) => {
  // Ctrl-C reaches this process twice: npm passes it on.
  if (isStopping) return;
  isStopping = true;
  forgetStage();
  await startedStage?.stop();
  process.exit(status);
};

/** Ends the process with an error. The stack is printed if the program itself has a fault. */
const failWith = (error: unknown): never => {
  const { name, message, stack } = error as Error;
  console.error(name === "Error" || name === "UsageError" ? message : stack);
  process.exit(name === "UsageError" ? 2 : 1);
};

/** Says what is wrong with an ERP that is the user's own. */
const sayErpProblems = async ({ site, ownErp, erpFile }: LocalStage) => {
  if (site.erp.dialect === "sqlite" && ownErp) return;
  const { problemsOfErp } = await import("../../commands/erp-check/check-erp.ts");
  const problems = await problemsOfErp(site, erpFile);
  if (problems.length === 0) return;
  const lines = problems.map((problem) => `  - ${problem}`);
  console.error(["", "The stage runs. To fix in its ERP:", ...lines].join("\n"));
};

/** Has the pages built, which takes a second, before the person at this terminal opens them. */
const buildPagesEarly = async ({ site: { basePath, pages }, url }: LocalStage) => {
  if (!pages || !process.stdout.isTTY) return;
  // A stage that stops meanwhile does not answer.
  await fetch(`${url}${basePath}${pages.path}/worker`).catch(() => {});
};

const runStage = async () => {
  const args = process.argv.slice(2);
  if (["--help", "-h"].includes(args[0] ?? "")) return console.log(usageText);
  const settings = startSettings(args, process.env);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => stopStage());
  followNpm(stopStage);

  // The functions' log reads its level when it loads.
  process.env.LOG_LEVEL ||= "WARN";
  const { startStage } = await import("./stage.ts");
  startedStage = await startStage(settings, (sentence) => {
    console.error(sentence);
    void stopStage(1);
  });
  const { url, tableOptions: options } = startedStage;
  forgetStage = noteStage({ url, options, dataDir: settings.dataDir });
  const { announcementOf } = await import("./announce.ts");
  const { firstRequests } = await import("./first-requests.ts");
  console.log(announcementOf(startedStage, await firstRequests(startedStage)));
  await Promise.all([buildPagesEarly(startedStage), sayErpProblems(startedStage)]);
};

try {
  await runStage();
} catch (error) {
  failWith(error);
}
