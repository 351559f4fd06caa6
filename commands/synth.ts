import { createCommand, runCommandLine, siteHelp } from "./cli/command.ts";
import { readAssembly } from "./synth/assembly.ts";
import { synthesiseStack } from "./synth/run-app.ts";
import { settingOption } from "./synth/setting-option.ts";

const program = createCommand(
  "synth",
  `Writes the CloudFormation template of a site's stage, as \`npx cdk deploy\` would deploy it, and prints each finding of the rules (cdk-nag)
with the reason that was written for it. Needs no network.`,
  "Exit status: 0 written, no finding without a reason; 1 not; 2 a wrong call.",
)
  .option("--site <name>", siteHelp, "demo")
  .option("--stage <stage>", "dev, staging, … ; `local` may be open", "dev")
  .option("--out <folder>", "where the template and its assets are written", "cdk.out")
  .option(
    "--erp <file>",
    "the SQLite database to deploy, for a site whose ERP is a file; demo has its own",
  )
  .addOption(settingOption)
  .option("--table <name>", "use this table, which is there, in place of one of the stack's own")
  .option("--stream <arn>", "with --table: the table's stream, where the site sends changes")
  .option("--first", "without protection: what a first deployment takes (`npm run deploy`)")
  .action(async ({ out, first, context: settings, ...context }) => {
    const stackContext = { ...settings, ...context, first: first ? "true" : undefined };
    const remarks = await synthesiseStack(stackContext, out);
    const { stack, template, resources, findings } = readAssembly(out);
    console.log(`${stack}: ${resources} resources, ${template}`);
    if (remarks) console.log(remarks);
    console.log("No finding without a reason; with one:");
    for (const { rule, count, reasons } of findings)
      console.log([`  ${count} × ${rule}`, ...reasons].join("\n    "));
  });

await runCommandLine(program);
