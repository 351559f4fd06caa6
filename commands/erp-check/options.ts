import { parseArgs } from "node:util";

export const help = `npm run erp:check -- --site <name>

Connects to the ERP with the settings of a site, as the service would, and says whether a save would work: which columns
its two views have beside those that the site names, one row of each, and how long a look-up takes. It only reads.

  --site <name>   a profile under sites/, or the path of one that ends in .ts
  --help          shows this text

The password comes from where erp.connection.password says: an environment variable, or a secret, which is read with the AWS
credentials of this machine. The SQLite file comes from ERP_SQLITE, else it is the demo ERP of the local stage in DATA_DIR (.data).

Exit status: 0 a save would work; 1 a save would fail, and what to mend is told; 2 the command was called wrongly.
`;

/** The command was called in a way that it does not understand. */
const usageError = (message: string): Error => Object.assign(new Error(message), { name: "UsageError" });

const parsed = (args: string[]) => {
  try {
    return parseArgs({ args, options: { site: { type: "string" }, help: { type: "boolean", default: false } } }).values;
  } catch (error) {
    throw usageError((error as Error).message);
  }
};

/** The site to check; `undefined` when help is asked for. @throws UsageError */
export const siteFrom = (args: string[]): string | undefined => {
  const { site, help } = parsed(args);
  if (help) return undefined;
  if (!site) throw usageError("--site must name the site to check.");
  return site;
};
