import { chooseSite } from "#infra/choose-site.ts";
import { createCommand, runCommandLine, siteHelp } from "./cli/command.ts";
import { checkErp, erpFileOf } from "./erp-check/check-erp.ts";

const program = createCommand(
  "erp:check",
  `Connects to the ERP with the settings of a site, as the service would, and says whether a save would work: the columns of
its two views, one row of each, and how long a look-up takes. It only reads.`,
  `The password comes from where erp.connection.password says: an environment variable, or a secret, which is read with the AWS
credentials of this machine. The SQLite file comes from ERP_SQLITE, else it is the demo ERP of the local stage in DATA_DIR (.data).

Exit status: 0 a save would work; 1 it would fail, with what to mend; 2 a wrong call.`,
)
  .requiredOption("--site <name>", siteHelp)
  .action(async ({ site: choice }) => {
    // The command reports faults itself. The service's log reads its level when it loads.
    process.env.LOG_LEVEL ||= "SILENT";
    const site = await chooseSite(choice);
    const { canSave } = await checkErp(site, erpFileOf(site));
    process.exitCode = canSave ? 0 : 1;
  });

await runCommandLine(program);
