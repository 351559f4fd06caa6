import { statSync } from "node:fs";
import { join } from "node:path";
import { chooseSite } from "#infra/choose-site.ts";
import { command, run, siteHelp } from "./cli/command.ts";
import { writePackage } from "./client/write-package.ts";

const program = command(
  "client",
  "Writes the scanner's client and the reader of scans as a package of ES modules and types, for another repository. It has no dependency.",
  `docs/client.md says how a scanner's page is built on it.

Exit status: 0 written; 1 not; 2 a wrong call.`,
)
  .requiredOption(
    "--out <folder>",
    "where the package is written; `npm install <folder>` takes it from there",
  )
  .option("--site <site>", `whose routes, names and labels it knows: ${siteHelp}`, "demo")
  .action(async ({ out, site }) => {
    await writePackage(await chooseSite(site), out);
    for (const file of ["index.js", "scan.js", "site.js"])
      console.log(`${join(out, file)}: ${statSync(join(out, file)).size} bytes`);
  });

await run(program);
