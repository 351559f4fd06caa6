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
import { offerKeys, refuseToDeleteKeys } from "./deploy/keys.ts";
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

/** Runs a program at this terminal; what it prints goes to stderr. Gives its exit status. */
const runAtTerminal = async (
  program: string,
  ...args: readonly string[]
): Promise<number | null> => {
  const child = spawnBound(program, args, { stdio: ["inherit", 2, "inherit"] });
  const [status] = await once(child, "close");
  return status as number | null;
};

/** Runs a command of this folder, as `npm run` does. */
const runNpmCommand = (name: string, ...args: readonly string[]) =>
  runAtTerminal(process.execPath, fileURLToPath(new URL(`${name}.ts`, import.meta.url)), ...args);

/** The stream of a table that a stack is given, where the stage sends changes from it. */
const streamFor = async (site: string, table: string): Promise<string> => {
  const store = await openStore({ site, table });
  return await ensureTableStream(store.table.name, store.table.endpoint);
};

/**
 * The table that a deployed stack will use with an assembly that was given this one, or none.
 * @throws Error that says which table to name: goods in another table would be missed only later
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
  const own = tableGivenTo(name, template) === undefined;
  if (!own && given === undefined)
    throw new Error(
      `${name} was given the table ${current}, and would now make an empty one: --table ${current} (for an assembly \`npm run synth -- --table ${current}\`; in CI the variable TABLE). Nothing was changed.`,
    );
  if (own && given === current)
    throw new Error(
      `The table ${current} is ${name}'s own: leave --table out. Nothing was changed.`,
    );
  return given ?? current;
};

const program = createCommand(
  "deploy",
  `Deploys a site's stage: asks CloudFormation for the stack, synthesises, refuses to change its table for another, runs
\`npm run table -- check\`, \`cdk deploy\` and \`npm run table -- apply\`. A stack is protected once its first deployment succeeded; the
stage dev never is. For any other stage it names the settings that a live site wants and this one has not. It deletes no API key that a
scanner may hold, and lists the names without a key: at a terminal it offers to make their keys (\`npm run keys\`).`,
  `AWS_REGION and the credentials come from the environment. Standard output has the address of the service alone.
Exit status: 0 deployed; 1 not, or it could not be finished; 2 a wrong call.`,
)
  .argument("<stage>", "dev, staging, live, …")
  .option("--site <name>", siteHelp, "demo")
  .option(
    "--table <name>",
    "use this table, restored or left by a deleted stack, with every deployment from now on",
  )
  .option("--erp <file>", "the SQLite ERP to deploy; demo has its own")
  .addOption(settingOption)
  .addOption(
    new Option(
      "--assembly <folder>",
      "deploy what `npm run synth` wrote; a first deployment also takes <folder>-first, of `synth --first`",
    ).conflicts(["table", "erp", "context"]),
  )
  .option("--yes", "ask nobody, also where rights become wider")
  .action(async (stage, { site: choice, assembly, yes, context: settings, ...context }) => {
    const site = await chooseSite(choice);
    refuseUnsafe(site, stage);
    if (stage === localStageName)
      throw usageError(`The stage ${localStageName} is a template for SAM, and is not deployed.`);
    const name = `Warehouse-${site.name}-${stage}`;
    const sends = context.table !== undefined && changesOf(site, stage) !== undefined;
    const stream = sends ? await streamFor(choice, context.table ?? "") : undefined;
    const scratch = assembly === undefined ? makeScratchFolder("deploy").folder : "";

    const synthesised = async (variant: "" | "-first") => {
      const folder = join(scratch, `assembly${variant}`);
      console.error(`Synthesising ${name}${variant ? " without protection" : ""} …`);
      const remarks = await synthesiseStack(
        { ...settings, site: choice, stage, ...context, stream, ...(variant && { first: "true" }) },
        folder,
      );
      if (remarks) console.error(remarks);
      return readStackAssembly(name, folder);
    };
    const before = await readStack(name);
    const first = !before || isWithoutResources(before);
    console.error(
      `${name} is ${before?.status ?? "not there"}${first ? ": a first deployment" : ""}.`,
    );
    if (before) refuseProtectedFailure(name, before);
    const template = first ? undefined : await readDeployedTemplate(name);
    const makesKeys = `npm run keys -- --site ${choice} --stage ${stage}`;
    const keyed = { stack: name, site, makesKeys };
    if (!first) await refuseToDeleteKeys(before, template, keyed);
    const last = assembly === undefined ? await synthesised("") : readStackAssembly(name, assembly);
    const firstAssembly = async () => {
      if (assembly === undefined) return synthesised("-first");
      const given = last.given === undefined ? "" : ` --table ${last.given}`;
      const synth = `npm run synth -- --site ${choice} --stage ${stage}${given}`;
      return readFirstAssembly(name, `${assembly}-first`, synth);
    };
    const assemblies = first && !isDisposable(stage) ? [await firstAssembly(), last] : [last];
    const used = first ? last.given : tableFor(name, before, template, last.given);
    if (used !== undefined) {
      console.error(`Does the profile fit the table ${used}?`);
      if ((await runNpmCommand("table", "check", "--site", choice, "--table", used)) !== 0)
        throw new Error("Nothing was deployed.");
    }
    if (!isDisposable(stage))
      for (const line of missingLiveSettings(last.template)) console.error(line);
    for (const { folder } of assemblies) {
      console.error(`Deploying ${folder} …`);
      const approval = yes ? ["--require-approval", "never"] : [];
      const status = await runAtTerminal("cdk", "deploy", "--app", folder, ...approval);
      if (status !== 0) throw new Error(`cdk deploy ended with ${status}.`);
    }
    const after = await readStack(name);
    const tableName = after?.outputs.get("TableName") ?? "";
    // A disposable table must go with its stack.
    if (
      !isDisposable(stage) &&
      (await runNpmCommand("table", "apply", "--site", choice, "--table", tableName)) !== 0
    )
      throw new Error(
        `${name} is deployed, but its table lacks a setting: fix it and deploy again.`,
      );
    console.log(after?.outputs.get("Url"));
    const makeKeys = () => runNpmCommand("keys", "--site", choice, "--stage", stage);
    if (after) await offerKeys(after, keyed, !yes, makeKeys);
  });

await runCommandLine(program);
