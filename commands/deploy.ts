import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Option } from "@commander-js/extra-typings";
import { chooseSite } from "#infra/choose-site.ts";
import { spawnBound } from "#infra/local/spawn-bound.ts";
import { changesOf } from "#infra/stack/changes.ts";
import { isDisposable, localStageName, refuseUnsafe } from "#infra/stack/refuse-unsafe.ts";
import { ensureTableStream } from "#infra/table-stream.ts";
import { usageError } from "#infra/usage-error.ts";
import { createCommand, runCommandLine, siteHelp } from "./cli/command.ts";
import { makeScratchFolder } from "./cli/scratch-folder.ts";
import { readFirstAssembly, readStackAssembly } from "./deploy/assembly.ts";
import { closedStageLines } from "./deploy/closed-stage.ts";
import { offerKeys } from "./deploy/keys.ts";
import { missingLiveSettings } from "./deploy/live-settings.ts";
import {
  type DeployedStack,
  isWithoutResources,
  readDeployedTemplate,
  readStack,
  refuseProtectedFailure,
  tableGivenTo,
} from "./deploy/stack.ts";
import { openStore } from "./store/open-store.ts";
import { synthesiseStack } from "./synth/run-app.ts";
import { settingOption } from "./synth/setting-option.ts";

/** Runs a program in this terminal, with its output on stderr. Returns its exit status. */
const runAtTerminal = async (
  program: string,
  ...args: readonly string[]
): Promise<number | null> => {
  const child = spawnBound(program, args, { stdio: ["inherit", 2, "inherit"] });
  const [status] = await once(child, "close");
  return status as number | null;
};

/** Runs a command of this folder, as `npm run` does. */
const runNpmCommand = (name: string, ...args: readonly string[]) => {
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  return runAtTerminal(process.execPath, file, ...args);
};

/** The stream of the given table, from which the stage sends changes. */
const streamFor = async (site: string, table: string): Promise<string> => {
  const store = await openStore({ site, table });
  return await ensureTableStream(store.table.name, store.table.endpoint);
};

/**
 * The table that a deployed stack will use.
 * @param given the table that the assembly names, if any
 * @throws Error that says which table to name, because missing goods would be noticed only later
 */
const tableFor = (
  name: string,
  { status, outputs }: DeployedStack,
  template: unknown,
  given: string | undefined,
): string => {
  const current = outputs.get("TableName");
  if (current === undefined)
    throw new Error(`${name} is ${status} and has no output TableName. Nothing was changed.`);
  const ownsTable = tableGivenTo(name, template) === undefined;
  if (!ownsTable && given === undefined)
    throw new Error(
      `${name} uses the table ${current}, and would now get an empty one. Add --table ${current} (for an assembly \`npm run synth -- --table ${current}\`; in CI the variable TABLE). Nothing was changed.`,
    );
  if (ownsTable && given === current)
    throw new Error(
      `The table ${current} belongs to ${name} itself: leave out --table. Nothing was changed.`,
    );
  return given ?? current;
};

const program = createCommand(
  "deploy",
  `Deploys a stage of a site. It reads the stack from CloudFormation, synthesises the template, and refuses to replace the stack's table by
another. Then it runs \`npm run table -- check\`, \`cdk deploy\` and \`npm run table -- apply\`. After a successful first deployment the stack
is protected, except in the stage dev. For any other stage, it lists the settings that a live site should have and this one lacks.
After the deployment, it says whether the stage is closed, and which command opens it.
It deletes no API key that a scanner may use. It lists the names without a key, and offers at a terminal to make their keys (\`npm run keys\`).`,
  `AWS_REGION and the credentials come from the environment. Standard output has only the address of the service.
Exit status: 0 deployed; 1 not deployed, or not finished; 2 a wrong call.`,
)
  .argument("<stage>", "dev, staging, live, …")
  .option("--site <name>", siteHelp, "demo")
  .option(
    "--table <name>",
    "use this restored table, or the table of a deleted stack; repeat the option at every later deployment",
  )
  .option("--erp <file>", "the SQLite ERP to deploy; demo has its own")
  .addOption(settingOption)
  .addOption(
    new Option(
      "--assembly <folder>",
      "deploy the output of `npm run synth`; a first deployment also needs <folder>-first, from `synth --first`",
    ).conflicts(["table", "erp", "context"]),
  )
  .option("--yes", "ask no questions, even if rights become wider")
  .action(async (stage, { site: choice, assembly, yes, context: settings, ...context }) => {
    const site = await chooseSite(choice);
    refuseUnsafe(site, stage);
    if (stage === localStageName)
      throw usageError(
        `The stage ${localStageName} is only a template for SAM, and cannot be deployed.`,
      );
    const name = `Warehouse-${site.name}-${stage}`;
    const sendsChanges = context.table !== undefined && changesOf(site, stage) !== undefined;
    const stream = sendsChanges ? await streamFor(choice, context.table ?? "") : undefined;
    const scratchFolder = assembly === undefined ? makeScratchFolder("deploy").folder : "";

    const synthesiseVariant = async (variant: "" | "-first") => {
      const folder = join(scratchFolder, `assembly${variant}`);
      console.error(`Synthesising ${name}${variant ? " without protection" : ""} …`);
      const first = variant ? "true" : undefined;
      const stackContext = { ...settings, site: choice, stage, ...context, stream, first };
      const remarks = await synthesiseStack(stackContext, folder);
      if (remarks) console.error(remarks);
      return readStackAssembly(name, folder);
    };
    const stackBefore = await readStack(name);
    const isFirst = !stackBefore || isWithoutResources(stackBefore);
    console.error(
      `${name} is ${stackBefore?.status ?? "new"}${isFirst ? ": a first deployment" : ""}.`,
    );
    if (stackBefore) refuseProtectedFailure(name, stackBefore);
    const template = isFirst ? undefined : await readDeployedTemplate(name);
    const keysCommand = `npm run keys -- --site ${choice} --stage ${stage}`;
    const stageWithKeys = { stack: name, site, keysCommand };
    const finalAssembly =
      assembly === undefined ? await synthesiseVariant("") : readStackAssembly(name, assembly);
    const makeFirstAssembly = async () => {
      if (assembly === undefined) return synthesiseVariant("-first");
      const tableOption =
        finalAssembly.given === undefined ? "" : ` --table ${finalAssembly.given}`;
      const synthCommand = `npm run synth -- --site ${choice} --stage ${stage}${tableOption}`;
      return readFirstAssembly(name, `${assembly}-first`, synthCommand);
    };
    const assemblies =
      isFirst && !isDisposable(stage)
        ? [await makeFirstAssembly(), finalAssembly]
        : [finalAssembly];
    const usedTable = isFirst
      ? finalAssembly.given
      : tableFor(name, stackBefore, template, finalAssembly.given);
    if (usedTable !== undefined) {
      console.error(`Does the profile fit the table ${usedTable}?`);
      // Without a question and without a named table, the table of another site is a mistake.
      const sameSite = yes && finalAssembly.given === undefined ? ["--same-site"] : [];
      const check = ["check", "--site", choice, "--table", usedTable, ...sameSite];
      const status = await runNpmCommand("table", ...check);
      if (status !== 0) throw new Error("Nothing was deployed.");
    }
    if (!isDisposable(stage))
      for (const line of missingLiveSettings(finalAssembly.template)) console.error(line);
    for (const { folder } of assemblies) {
      console.error(`Deploying ${folder} …`);
      const approval = yes ? ["--require-approval", "never"] : [];
      const status = await runAtTerminal("cdk", "deploy", "--app", folder, ...approval);
      if (status !== 0) throw new Error(`cdk deploy ended with ${status}.`);
    }
    const stackAfter = await readStack(name);
    const tableName = stackAfter?.outputs.get("TableName") ?? "";
    // A disposable table must be deleted with its stack, so it gets no protection.
    if (!isDisposable(stage)) {
      const status = await runNpmCommand("table", "apply", "--site", choice, "--table", tableName);
      if (status !== 0)
        throw new Error(
          `${name} is deployed, but its table lacks a setting. Fix the cause and deploy again.`,
        );
    }
    const apiId = stackAfter?.outputs.get("ApiId");
    for (const line of await closedStageLines(apiId, stage, site)) console.error(line);
    console.log(stackAfter?.outputs.get("Url"));
    const makeKeys = () => runNpmCommand("keys", "--site", choice, "--stage", stage);
    if (stackAfter) await offerKeys(stackAfter, stageWithKeys, !yes, makeKeys);
  });

await runCommandLine(program);
