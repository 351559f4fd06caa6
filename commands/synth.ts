import { createCommand, runCommandLine, siteHelp } from "./cli/command.ts";
import { readAssembly } from "./synth/assembly.ts";
import { synthesiseStack } from "./synth/run-app.ts";
import { settingOption } from "./synth/setting-option.ts";

const program = createCommand(
  "synth",
  `Writes the CloudFormation template of a site's stage, as \`npx cdk deploy\` would deploy it. It prints each finding of the rules (cdk-nag)
with the reason why it is accepted. It needs no network.`,
  "Exit status: 0 written, and each finding has a reason; 1 not written, or a finding without a reason; 2 a wrong call.",
)
  .option("--site <name>", siteHelp, "demo")
  .option("--stage <stage>", "dev, staging, …; only `local` can be without authentication", "dev")
  .option("--out <folder>", "folder for the template and its assets", "cdk.out")
  .option(
    "--erp <file>",
    "the SQLite database to deploy, for a site whose ERP is a file; demo has its own",
  )
  .addOption(settingOption)
  .option("--table <name>", "use this existing table, instead of a table of the stack")
  .option("--stream <arn>", "with --table: the table's stream, if the site sends changes")
  .option("--first", "without protection, as a first deployment needs it (`npm run deploy`)")
  .action(async ({ out, first, context: settings, ...context }) => {
    const stackContext = { ...settings, ...context, first: first ? "true" : undefined };
    const remarks = await synthesiseStack(stackContext, out);
    const { stack, template, resources, findings } = readAssembly(out);
    console.log(`${stack}: ${resources} resources, ${template}`);
    if (remarks) console.log(remarks);
    console.log("Each finding of the rules has a reason:");
    for (const { rule, count, reasons } of findings)
      console.log([`  ${count} × ${rule}`, ...reasons].join("\n    "));
  });

await runCommandLine(program);
