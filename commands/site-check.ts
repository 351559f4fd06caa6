import { chooseSite } from "#infra/choose-site.ts";
import { createCommand, runCommandLine, siteHelp } from "./cli/command.ts";
import { checkSiteReady } from "./site-check/check-site-ready.ts";
import { explainScan } from "./site-check/explain-scan.ts";
import { pairOf } from "./smoke/goods-and-box.ts";

const program = createCommand(
  "site:check",
  `Checks whether a site profile is ready. It reports all wrong answers at once, or prints every answer: first those of the profile, then those
of each convention. It connects to the site's ERP as the service does. If a save would work, it starts the service on this machine and calls
it as a scanner does. It writes the template of a stage as a deployment does, and counts what each extension that the site leaves out would
add. It only reads the ERP, and needs no AWS account.`,
  `erp.connection.password names the source of a database server's password, such as the variable ERP_PASSWORD. ERP_SQLITE names a SQLite
file; the default is the demo's. A site with tokens needs SMOKE_TOKEN (npm run smoke -- --help). The command deletes what it wrote.

--scan only shows how the site reads one scan, and why it would refuse it. Write control characters as \\x1d, \\u001d, \\r, \\n, \\t, <GS>,
<FNC1>, <RS>, <CR>, <LF> or <TAB>: npm run site:check -- demo --scan '<FNC1>241PO4-1<GS>254L1-A-3'

Exit status: 0 ready, or the scan has a field; 1 not ready, and the output says what to fix, or the scan is refused; 2 a wrong call.`,
)
  .argument("<name>", siteHelp)
  .option(
    "--goods <zongpai>",
    "with --box: goods and a box that the ERP has (default: the first ones of its views)",
  )
  .option("--box <box no>")
  .option(
    "--stage <stage>",
    "the stage of the template (default: staging, or local if the answers cannot be deployed yet)",
  )
  .option("--scan <raw>", "only show how the site reads this scan; the raw characters, in quotes")
  .action(async (choice, { goods, box, stage, scan }) => {
    if (scan !== undefined) {
      process.exitCode = explainScan(await chooseSite(choice), scan) ? 0 : 1;
      return;
    }
    const lacking = await checkSiteReady({ choice, stage, pair: pairOf({ goods, box }) });
    process.exitCode = lacking.length === 0 ? 0 : 1;
  });

await runCommandLine(program);
