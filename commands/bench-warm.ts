import { machineNow } from "./bench/machine.ts";
import { openBench, requestTo } from "./bench/service.ts";
import { bundleAll } from "./bench-cold/bundles.ts";
import { met } from "./bench-cold/report.ts";
import { inTurns, medianOf, type Run, ratioOf, runtimeOn } from "./bench-cold/runtime.ts";
import { command, run, wholeFrom } from "./cli/command.ts";
import { printMarkdown, progressOn } from "./cli/output.ts";
import { table } from "./docs/markdown.ts";
import { erpRowsOf, openStand } from "./stand.ts";

/** Above this load others take so much of the processors that the figures tell of them. */
const quiet = 0.5;
/** The goal: post-box of the SDK with its defaults. */
const goal = 1.15;
/** Saves in each process, of which the later half counts. */
const saves = 3_000;

const measure = async (rounds: number) => {
  const goods = Array.from({ length: rounds * 3 }, (_, turn) => `PO${turn}`);
  const stand = await openStand("bench-warm", "demo", (site) => erpRowsOf({ goods, boxes: [] }, 99_999, site));
  try {
    const { endpoint } = await stand.open();
    const { subjects, runtime } = await bundleAll(stand.folder, stand.erp, ["post-box"]);
    const wanted = subjects.filter(({ name }) => !name.startsWith("post-box,"));
    const { prepared } = await openBench(stand, endpoint);
    const start = runtimeOn(stand, runtime, endpoint);
    const bar = progressOn(process.stderr)("processes", rounds * wanted.length);
    const save = (box_no: string, zongpai = "") => ({ box_no, zongpai, quantity: 1 });
    const found = await inTurns(wanted, rounds, async (subject, turn) => {
      // One and the same goods, which the ERP was asked about, each time into another box.
      await prepared("post-box", save("BX0", goods[turn]))();
      bar.add();
      return start(
        subject,
        Array.from({ length: saves }, (_, at) => requestTo("post-box", save(`BX${turn + 1}-${at}`, goods[turn]), stand.site)),
      );
    }).finally(bar.end);
    const cpu = ({ warm }: Run) => warm;
    return wanted.map(({ name }, at) => {
      const own = found[at] ?? [];
      return { name, cpu: medianOf(own, cpu) * 1_000, ratio: ratioOf(own, found[0] ?? [], cpu) };
    });
  } finally {
    await stand.stop();
  }
};

const program = command(
  "bench:warm",
  "Measures the processor time of a warm request, against the bare AWS SDK.",
  `Each round starts a Node process for each subject, which takes ${saves} saves one after the other, with an embedded DynamoDB behind; the later
half is counted. The reference, 1.00, is a function with nothing but the SDK's client, bundled with esbuild's defaults, that makes the
transaction of POST /box; it is measured once more bundled as ours.

Exit status: 0 measured; 1 the measuring could not be finished, or other work runs on the machine; 2 wrong call; 130 interrupted.`,
)
  .option("--rounds <n>", "how many processes of each", wholeFrom(1, 100), 5)
  .option("--anyway", "measure although other work runs on the machine")
  .action(async ({ rounds, anyway }) => {
    const { load } = machineNow();
    if (load > quiet && !anyway) throw new Error(`Other work runs on this machine: its load is ${load.toFixed(1)}. Wait, or say --anyway.`);
    const figures = await measure(rounds);
    const rows = figures.map(({ name, cpu, ratio }) => [name, cpu.toFixed(0), ratio.toFixed(2)]);
    const ours = figures.find(({ name }) => name === "post-box")?.ratio ?? Number.NaN;
    printMarkdown(
      `${table(["", "CPU of a request, µs", "of bare SDK"], rows)}\n\npost-box takes ${met(ours, goal)}; load ${load.toFixed(1)} when it began.`,
    );
  });

await run(program);
