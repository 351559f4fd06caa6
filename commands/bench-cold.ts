import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { routeIds } from "#lib/endpoints/ids.ts";
import { machineNow } from "./bench/machine.ts";
import { openBench } from "./bench/service.ts";
import { bundleAll } from "./bench-cold/bundles.ts";
import { startHttpsFront } from "./bench-cold/https-front.ts";
import { coldStartParts, figuresOf, type Report } from "./bench-cold/report.ts";
import { firstRequest, unusedIn } from "./bench-cold/requests.ts";
import { inTurns, runtimeOn } from "./bench-cold/runtime.ts";
import { shiftTable } from "./bench-cold/shift.ts";
import { command, run, wholeFrom } from "./cli/command.ts";
import { printMarkdown, progressOn, publish } from "./cli/output.ts";
import { erpRowsOf, openStand } from "./stand.ts";

const tooLate = [503, 504];
const functions: readonly string[] = [...routeIds, "unrouted"];

const chosen = (list: string): string[] => {
  const named = list.split(",").map((name) => name.trim());
  const unknown = named.find((name) => !functions.includes(name));
  if (unknown !== undefined)
    throw new InvalidArgumentError(
      `There is no function "${unknown}"; there are ${functions.join(", ")}.`,
    );
  return functions.filter((id) => id === "post-box" || named.includes(id));
};

const measure = async (runs: number, wanted: readonly string[]): Promise<Report> => {
  const machine = machineNow();
  const from = performance.now();
  // New goods and boxes for each start.
  const names = Array.from({ length: (runs + 1) * (wanted.length + 4) }, (_, start) =>
    unusedIn(start),
  );
  const known = {
    goods: names.flatMap(({ goods }) => goods),
    boxes: names.flatMap(({ boxes }) => boxes),
  };
  const stand = await openStand("bench-cold", "demo", (site) => erpRowsOf(known, 100, site));
  try {
    const engine = await stand.open();
    console.error("Bundling.");
    const { subjects, runtime } = await bundleAll(stand.folder, stand.erp, wanted);
    const service = await openBench(stand, engine.endpoint);
    const front = await startHttpsFront(engine.endpoint, stand.folder);
    console.error(`Starting ${subjects.length} functions ${runs + 1} times each.`);
    const bar = progressOn(process.stderr)("starts", subjects.length * (runs + 1));
    const start = runtimeOn(stand, runtime, front.url, { NODE_EXTRA_CA_CERTS: front.certificate });
    const starts = await inTurns(subjects, runs + 1, async (subject, turn) => {
      const { event, check } = await firstRequest(service, subject.id, turn);
      let found = await start(subject, event);
      // On a machine that stalls an answer may be that it came too late: such a start is no figure.
      for (let times = 0; tooLate.includes(found.statusCode) && times < 5; times += 1)
        found = await start(subject, event);
      await check(found.statusCode);
      bar.add();
      return found;
    }).finally(() => {
      bar.end();
      front.stop();
    });
    // What the first round gave does not count.
    const counted = starts.map((all) => all.slice(1));
    return {
      machine,
      runs,
      seconds: (performance.now() - from) / 1_000,
      figures: figuresOf(subjects, counted),
    };
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
  .option(
    "--runs <n>",
    "how often each is started, after once that does not count",
    wholeFrom(1, 1_000),
    15,
  )
  .option(
    "--functions <list>",
    "the functions by their route's id, or unrouted, with commas; post-box always is (default: all)",
    chosen,
  )
  .addOption(
    new Option(
      "--shift",
      "measure nothing; simulate the cold starts of a shift, for both answers to deployment.functions",
    ).conflicts("write"),
  )
  .option("--write", "write docs/cold-start.md")
  .option("--json", "print the figures as JSON instead of the page")
  .action(async ({ runs, functions: wanted = functions, shift, write, json }) => {
    if (shift) return printMarkdown(shiftTable());
    const report = await measure(runs, wanted);
    return publish("cold-start", coldStartParts(report), report, { write, json });
  });

await run(program);
