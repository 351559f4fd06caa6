import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { routeIds } from "#lib/route-ids.ts";
import { machineNow } from "./bench/machine.ts";
import { openBench } from "./bench/service.ts";
import { bundleAll } from "./bench-cold/bundles.ts";
import { startHttpsFront } from "./bench-cold/https-front.ts";
import { figuresOf, measureStarts } from "./bench-cold/measure.ts";
import { coldStartParts, type Report } from "./bench-cold/report.ts";
import { shiftTable } from "./bench-cold/shift.ts";
import { unusedIn } from "./bench-cold/unused.ts";
import { command, run, wholeFrom } from "./cli/command.ts";
import { printMarkdown, progressOn, publish } from "./cli/output.ts";
import { erpRowsOf, type Names, openStand, tableName } from "./stand.ts";

const functions: readonly string[] = [...routeIds, "unrouted"];

const chosen = (list: string): string[] => {
  const named = list.split(",").map((name) => name.trim());
  const unknown = named.find((name) => !functions.includes(name));
  if (unknown !== undefined) throw new InvalidArgumentError(`There is no function "${unknown}"; there are ${functions.join(", ")}.`);
  return functions.filter((id) => id === "post-box" || named.includes(id));
};

/** New goods and boxes for each start. */
const namesFor = (starts: number): Names => {
  const all = Array.from({ length: starts }, (_, start) => unusedIn(start));
  return { goods: all.flatMap(({ goods }) => goods), boxes: all.flatMap(({ boxes }) => boxes) };
};

const measure = async (runs: number, wanted: readonly string[]): Promise<Report> => {
  const machine = machineNow();
  const from = performance.now();
  const stand = await openStand("bench-cold", "demo", (site) => erpRowsOf(namesFor((runs + 1) * (wanted.length + 4)), 100, site));
  try {
    const engine = await stand.open();
    console.error("Bundling.");
    const { subjects, runtime } = await bundleAll(stand.folder, stand.erp, wanted);
    const service = await openBench(stand, engine.endpoint);
    const front = await startHttpsFront(engine.endpoint, stand.folder);
    const credentials = { AWS_REGION: "eu-central-1", AWS_ACCESS_KEY_ID: "bench", AWS_SECRET_ACCESS_KEY: "bench" };
    const environment = {
      ...credentials,
      TABLE_NAME: tableName,
      DYNAMODB_ENDPOINT: front.url,
      NODE_EXTRA_CA_CERTS: front.certificate,
    };
    console.error(`Starting ${subjects.length} functions ${runs + 1} times each.`);
    const bar = progressOn(process.stderr)("starts", subjects.length * (runs + 1));
    const bench = { service, folder: stand.folder, runtime, environment, subjects };
    const starts = await measureStarts(bench, runs, bar.add).finally(() => {
      bar.end();
      front.stop();
    });
    return { machine, runs, seconds: (performance.now() - from) / 1_000, figures: figuresOf(subjects, starts) };
  } finally {
    await stand.stop();
  }
};

const program = command(
  "bench:cold",
  "Measures what a cold start of each function costs, against the bare AWS SDK.",
  `Each run is a fresh Node process with Lambda's flags for 512 MB, which loads a function as it is deployed (with the code cache of this
Node) and hands it one event, over TLS, with an embedded DynamoDB behind. The reference, 1.00, is a function with nothing but the
SDK's client, bundled with esbuild's defaults, that makes the transaction of POST /box. All take turns, run by run, so what disturbs
one disturbs all; every save is read back.

Exit status: 0 measured; 1 the measuring could not be finished, or an answer was wrong; 2 wrong call; 130 interrupted.`,
)
  .option("--runs <n>", "how often each is started, after once that does not count", wholeFrom(1, 1_000), 15)
  .option("--functions <list>", "the functions by their route's id, or unrouted, with commas; post-box always is (default: all)", chosen)
  .addOption(
    new Option("--shift", "measure nothing; simulate the cold starts of a shift, for both answers to deployment.functions").conflicts(
      "write",
    ),
  )
  .option("--write", "write docs/cold-start.md")
  .option("--json", "print the figures as JSON instead of the page")
  .action(async ({ runs, functions: wanted = functions, shift, write, json }) => {
    if (shift) return printMarkdown(shiftTable());
    const report = await measure(runs, wanted);
    return publish("cold-start", coldStartParts(report), report, { write, json });
  });

await run(program);
