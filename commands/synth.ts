import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { styleText } from "node:util";
import { Option } from "@commander-js/extra-typings";
import { exampleEvent } from "#infra/bundle/example-event.ts";
import { chooseSite } from "#infra/choose-site.ts";
import { usageError } from "#infra/usage-error.ts";
import { routesOf } from "#lib/routes.ts";
import { command, run, siteHelp } from "./cli/command.ts";
import { type Assembly, readAssembly } from "./synth/assembly.ts";
import { synthesise } from "./synth/run-app.ts";

const bold = (text: string) =>
  styleText("bold", text, { stream: process.stdout, validateStream: true });

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(0)} kB`;

const report = (
  { stack, template, resources, functions, findings }: Assembly,
  remarks: string,
  seconds: number,
): void => {
  const accepted = findings.reduce((sum, { count }) => sum + count, 0);
  console.log(`${bold(stack)}: ${resources} resources in ${seconds.toFixed(1)} s, ${template}`);
  console.log(
    `  functions: ${functions.map(({ name, bytes }) => `${name} ${kilobytes(bytes)}`).join(", ")}`,
  );
  for (const line of remarks.split("\n").filter(Boolean)) console.log(`  ${line}`);
  console.log(
    `  rules: no finding without a reason; ${accepted} findings of ${findings.length} kinds with one:`,
  );
  for (const { rule, count, reasons } of findings) {
    console.log(`    ${count} × ${rule}`);
    for (const reason of reasons) console.log(`      ${reason}`);
  }
};

/** The event of a first request of a route, as API Gateway gives it to the route's function. */
const eventFor = async (id: string, choice: string): Promise<string> => {
  const site = await chooseSite(choice);
  const routes = routesOf(site);
  const route = routes.find((candidate) => candidate.id === id);
  if (!route)
    throw usageError(
      `There is no route "${id}". The routes are: ${routes.map((one) => one.id).join(", ")}.`,
    );
  return JSON.stringify(exampleEvent(route, site), null, 2);
};

const everySite = () =>
  readdirSync(new URL("../sites/", import.meta.url))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => basename(file, ".ts"))
    .toSorted();

const program = command(
  "synth",
  `Writes the CloudFormation template of a site's stage, as \`npx cdk deploy\` would deploy it, and says what is in it: resources, the size
of each function's bundle, and each finding of the rules (cdk-nag) with the reason that was written for it. Needs no network.`,
  "Exit status: 0 written, no finding without a reason; 1 not; 2 a wrong call.",
)
  .addOption(
    new Option("--site <name...>", `${siteHelp}; may come several times (default: demo)`).conflicts(
      "all",
    ),
  )
  .option("--all", "every site under sites/")
  .option("--stage <stage>", "dev, staging, … ; `local` may be open", "dev")
  .option("--out <folder>", "where the templates and assets are written", "cdk.out")
  .option(
    "--erp <file>",
    "the SQLite database to deploy, for a site whose ERP is a file; demo has its own",
  )
  .option(
    "--node <binary>",
    "the functions' own Node, to make V8 code caches with; it must be of Lambda's version and architecture",
    "none",
  )
  .option(
    "--event <route>",
    "write no template, but print an event for `sam local invoke -e`: the example of the route's description",
  )
  .action(async ({ site: named = ["demo"], all, out, event, ...context }) => {
    const sites = all ? everySite() : named;
    if (event !== undefined) {
      console.log(await eventFor(event, sites[0] ?? ""));
      return;
    }
    let worst = 0;
    for (const [at, site] of sites.entries()) {
      const start = performance.now();
      if (process.stderr.isTTY)
        console.error(`${at + 1} of ${sites.length}: ${site}, stage ${context.stage} …`);
      // One folder a site: the app clears what it does not know.
      const folder = sites.length > 1 ? join(out, basename(site, ".ts")) : out;
      const { status, output } = await synthesise({ site, ...context }, folder);
      if (status === 0) report(readAssembly(folder), output, (performance.now() - start) / 1_000);
      else {
        worst = Math.max(worst, status ?? 1);
        console.error(`${site}, stage ${context.stage}, is not synthesised:\n${output.trimEnd()}`);
      }
    }
    process.exitCode = worst;
  });

await run(program);
