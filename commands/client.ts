import { statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chooseSite } from "#infra/local/choose-site.ts";
import { usageError } from "#infra/local/usage-error.ts";
import { writePackage } from "./client/write-package.ts";
import { parsing, runCommand } from "./store/run-command.ts";

const help = `Writes the scanner's client and the reader of scans as a package of ES modules and types, for another repository. It has no dependency.

  npm run client -- --out <folder> [options]

  --out <folder>   where the package is written; \`npm install <folder>\` takes it from there
  --site <name>    whose routes, names and labels it knows: a profile under sites/, or the path of one that ends in .ts (demo)
  --help           print this text

docs/client.md says how a scanner's page is built on it.

Exit status: 0 written; 2 a wrong call.
`;

const client = async (args: string[]): Promise<number> => {
  const { values } = parsing(() =>
    parseArgs({
      args,
      options: { site: { type: "string", default: "demo" }, out: { type: "string" }, help: { type: "boolean", default: false } },
    }),
  );
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const { out } = values;
  if (out === undefined) throw usageError("--out names the folder of the package.");
  const site = await chooseSite(values.site);
  await writePackage(site, out);
  for (const file of ["index.js", "scan.js", "site.js"]) console.log(`${join(out, file)}: ${statSync(join(out, file)).size} bytes`);
  return 0;
};

await runCommand("client", 1, client);
