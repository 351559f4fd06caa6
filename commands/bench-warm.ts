import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { machineNow } from "./bench/machine.ts";
import { quantile } from "./bench/meter.ts";
import { openBench, requestTo } from "./bench/service.ts";
import { bundleAll, type Subject } from "./bench-cold/bundles.ts";
import { command, run, wholeFrom } from "./cli/command.ts";
import { printJson, printMarkdown, progressOn } from "./cli/output.ts";
import { table } from "./docs/markdown.ts";
import { erpRowsOf, openStand, tableName } from "./stand.ts";

/** Above this load others take so much of the processors that the figures tell of them. */
const quiet = 0.5;
/** The goal: post-box of the SDK with its defaults. */
const goal = 1.15;

type Figure = { readonly name: string; readonly cpu: number; readonly ratio: number };

/** So many saves of one and the same goods, which the ERP was asked about, each into a box of its own. */
const eventsFor = (zongpai: string, round: number, count: number, site: Parameters<typeof requestTo>[2]) =>
  Array.from({ length: count }, (_, at) =>
    requestTo("post-box", { box_no: `BX${round}${String(at).padStart(6, "0")}`, zongpai, quantity: 1 }, site),
  );

const measure = async (rounds: number, count: number): Promise<Figure[]> => {
  const goods = Array.from({ length: rounds * 3 }, (_, at) => `PO${at}`);
  const stand = await openStand("bench-warm", "demo", (site) => erpRowsOf({ goods, boxes: [] }, 99_999, site));
  try {
    const engine = await stand.open();
    const { subjects, runtime } = await bundleAll(stand.folder, stand.erp, ["post-box"]);
    const wanted = subjects.filter(({ name }) => !name.startsWith("post-box,"));
    const { prepared } = await openBench(stand, engine.endpoint);
    const env = { AWS_REGION: "eu-central-1", AWS_ACCESS_KEY_ID: "bench", AWS_SECRET_ACCESS_KEY: "bench", TABLE_NAME: tableName };
    const file = join(stand.folder, "events.json");
    const warm = async (subject: Subject, turn: number): Promise<number> => {
      const zongpai = goods[turn] ?? "";
      await prepared("post-box", { box_no: "BX0", zongpai, quantity: 1 })();
      await writeFile(file, JSON.stringify(eventsFor(zongpai, turn + 1, count, stand.site)));
      const own = { ...env, DYNAMODB_ENDPOINT: engine.endpoint, ERP_SQLITE: stand.erp, AWS_LAMBDA_FUNCTION_NAME: "bench" };
      const { stdout } = await promisify(execFile)(process.execPath, [runtime, subject.file, file], { env: own, maxBuffer: 2 ** 26 });
      return (JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as { warm: number }).warm;
    };
    const found = wanted.map((): number[] => []);
    const bar = progressOn(process.stderr)("processes", rounds * wanted.length);
    // In turns, so that what disturbs one disturbs all.
    for (let round = 0; round < rounds; round += 1)
      for (const [at, subject] of wanted.entries()) {
        found[at]?.push(await warm(subject, round * wanted.length + at));
        bar.add();
      }
    bar.end();
    const [reference = []] = found;
    return wanted.map(({ name }, at) => {
      const own = found[at] ?? [];
      const ratios = own.map((cpu, round) => cpu / (reference[round] ?? cpu));
      return { name, cpu: quantile(own, 0.5) * 1_000, ratio: quantile(ratios, 0.5) };
    });
  } finally {
    await stand.stop();
  }
};

const program = command(
  "bench:warm",
  "Measures the processor time of a warm request, against the bare AWS SDK.",
  `Each round starts a Node process for each subject, which takes saves one after the other, with an embedded DynamoDB behind; the later
half is counted. The reference, 1.00, is a function with nothing but the SDK's client, bundled with esbuild's defaults, that makes the
transaction of POST /box; it is measured once more bundled as ours.

Exit status: 0 measured; 1 the measuring could not be finished, or other work runs on the machine; 2 wrong call; 130 interrupted.`,
)
  .option("--rounds <n>", "how many processes of each", wholeFrom(1, 100), 5)
  .option("--events <n>", "how many saves in each", wholeFrom(10, 100_000), 3_000)
  .option("--anyway", "measure although other work runs on the machine")
  .option("--json", "print the figures as JSON")
  .action(async ({ rounds, events, anyway, json }) => {
    const machine = machineNow();
    if (machine.load > quiet && !anyway) {
      console.error(`Other work runs on this machine: its load is ${machine.load.toFixed(1)}. Wait, or say --anyway.`);
      process.exitCode = 1;
      return;
    }
    const figures = await measure(rounds, events);
    if (json) return printJson({ machine, rounds, events, figures });
    const ours = figures.find(({ name }) => name === "post-box")?.ratio ?? Number.NaN;
    printMarkdown(
      `${table(
        ["", "CPU of a request, µs", "of bare SDK"],
        figures.map(({ name, cpu, ratio }) => [name, cpu.toFixed(0), ratio.toFixed(2)]),
      )}\n\npost-box takes ${ours.toFixed(2)}; the goal, at most ${goal.toFixed(2)}, is ${ours <= goal ? "met" : "missed"}. ${rounds} rounds of ${events} saves, load ${machine.load.toFixed(1)} when it began.\n`,
    );
  });

await run(program);
