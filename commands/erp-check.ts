import { chooseSite } from "#infra/choose-site.ts";
import { createCommand, runCommandLine, siteHelp } from "./cli/command.ts";
import { checkErp, erpFileOf } from "./erp-check/check-erp.ts";

const program = createCommand(
  "erp:check",
  `Connects to the ERP with the settings of a site, as the service does, and says whether a save would work. It checks the columns of the
two views, one row of each, and the time of a look-up. It counts keys that come more than once, and tries the shortest and the longest key
of each format. It only reads.`,
  `erp.connection.password names the environment variable or the secret with the password. The command reads a secret with the AWS
credentials of this machine. ERP_SQLITE names the SQLite file; the default is the demo ERP of the local stage in DATA_DIR (.data).

Exit status: 0 a save would work; 1 a save would fail, and the output says what to fix; 2 a wrong call.`,
)
  .requiredOption("--site <name>", siteHelp)
  .action(async ({ site: choice }) => {
    // Silence the service's log, because the command reports faults itself. The log reads its level when it loads.
    process.env.LOG_LEVEL ||= "SILENT";
    const site = await chooseSite(choice);
    const { canSave } = await checkErp(site, erpFileOf(site));
    process.exitCode = canSave ? 0 : 1;
  });

await runCommandLine(program);
