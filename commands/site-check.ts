import { createCommand, runCommandLine, siteHelp } from "./cli/command.ts";
import { checkSiteReady } from "./site-check/check-site-ready.ts";
import { pairOf } from "./smoke/pairs.ts";

const program = createCommand(
  "site:check",
  `From a filled-in form to "ready": reports all wrong answers at once, or prints every answer, first those of the profile, then those of each
convention; connects to the site's ERP as the service would; if a save would work, starts the service on this machine and calls it as a
scanner does; writes the template of a stage as a deployment does, and counts what each thing that the site leaves out would add to it. It only reads the ERP, and needs no AWS account.`,
  `The password of a database server comes from where erp.connection.password says, such as the variable ERP_PASSWORD; a SQLite file from
ERP_SQLITE, else it is the demo's. A site with tokens needs SMOKE_TOKEN (npm run smoke -- --help). What it writes is gone afterwards.

Exit status: 0 ready; 1 not ready, with what to mend; 2 a wrong call.`,
)
  .argument("<name>", siteHelp)
  .option(
    "--goods <zongpai>",
    "with --box: goods and a box that the ERP knows (default: the first of its views)",
  )
  .option("--box <box no>")
  .option(
    "--stage <stage>",
    "the stage whose template is written; `local` for a site that is only tried on this machine",
    "staging",
  )
  .action(async (choice, { goods, box, stage }) => {
    const lacking = await checkSiteReady({ choice, stage, pair: pairOf({ goods, box }) });
    process.exitCode = lacking.length === 0 ? 0 : 1;
  });

await runCommandLine(program);
