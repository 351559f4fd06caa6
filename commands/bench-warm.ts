import { join } from "node:path";
import { type Machine, machineNow, mustBeQuiet } from "./bench/machine.ts";
import { openBench, requestTo } from "./bench/service.ts";
import { bundleAll } from "./bench-cold/bundles.ts";
import { met } from "./bench-cold/report.ts";
import { inTurns, medianOf, type Run, ratioOf, runtimeOn } from "./bench-cold/runtime.ts";
import { bundleForProfile, parts, profiling, sharesOf } from "./bench-warm/profile.ts";
import { command, run, wholeFrom } from "./cli/command.ts";
import { progressOn, publish } from "./cli/output.ts";
import { table } from "./docs/markdown.ts";
import { erpRowsOf, openStand } from "./stand.ts";

/** The goal: post-box of the SDK with its defaults. */
const goal = 1.15;
/** Saves in each process, of which the later half counts. */
const saves = 3_000;

const measure = async (rounds: number) => {
  const goods = Array.from({ length: rounds * 3 + 2 }, (_, turn) => `PO${turn}`);
  const stand = await openStand("bench-warm", "demo", (site) =>
    erpRowsOf({ goods, boxes: [] }, 99_999, site),
  );
  try {
    const { endpoint } = await stand.open();
    const { subjects, runtime } = await bundleAll(stand.folder, stand.erp, ["post-box"]);
    const wanted = subjects.filter(({ name }) => !name.startsWith("post-box,"));
    const { prepared } = await openBench(stand, endpoint);
    const bar = progressOn(process.stderr)("processes", goods.length);
    const save = (box_no: string, zongpai = "") => ({ box_no, zongpai, quantity: 1 });
    const savesOf = async (turn: number) => {
      // One and the same goods, which the ERP was asked about, each time into another box.
      await prepared("post-box", save("BX0", goods[turn]))();
      bar.add();
      return Array.from({ length: saves }, (_, at) =>
        requestTo("post-box", save(`BX${turn + 1}-${at}`, goods[turn]), stand.site),
      );
    };
    const start = runtimeOn(stand, runtime, endpoint);
    const found = await inTurns(wanted, rounds, async (subject, turn) =>
      start(subject, await savesOf(turn)),
    );
    const profiled = await bundleForProfile(join(stand.folder, "profiled"));
    const shares = new Map<string, number[]>();
    for (const [at, subject] of profiled.entries()) {
      await runtimeOn(
        stand,
        runtime,
        endpoint,
        profiling(subject),
      )(subject, await savesOf(rounds * 3 + at));
      shares.set(subject.name, await sharesOf(subject));
    }
    bar.end();
    const cpu = ({ warm }: Run) => warm;
    return wanted.map(({ name }, at) => {
      const own = found[at] ?? [];
      return {
        name,
        cpu: medianOf(own, cpu) * 1_000,
        ratio: ratioOf(own, found[0] ?? [], cpu),
        shares: shares.get(name),
      };
    });
  } finally {
    await stand.stop();
  }
};

const report = (
  figures: Awaited<ReturnType<typeof measure>>,
  rounds: number,
  { machine, node, engine, load }: Machine,
) => {
  const rows = figures.map(({ name, cpu, ratio }) => [name, cpu.toFixed(0), ratio.toFixed(2)]);
  const ours = figures.find(({ name }) => name === "post-box")?.ratio ?? Number.NaN;
  const profiled = figures.filter(({ shares }) => shares);
  const shares = parts.map((part, at) => [
    part,
    ...profiled.map(({ cpu, shares }) => (cpu * (shares?.[at] ?? 0)).toFixed(0)),
  ]);
  return {
    warm: [
      `post-box takes ${met(ours, goal)} of the bare SDK.`,
      table(["", "CPU of a request, µs", "of bare SDK"], rows),
      `Medians of ${rounds} processes of each, taken in turns: ${machine}, Node ${node}, ${engine}; load average ${load.toFixed(1)} when it began.`,
    ].join("\n\n"),
    profile: table(["µs of a request", ...profiled.map(({ name }) => name)], shares),
  };
};

const program = command(
  "bench:warm",
  "Measures the processor time of a warm request, against the bare AWS SDK, and whose code takes it.",
  `Each round starts a Node process for each subject, which takes ${saves} saves one after the other, with an embedded DynamoDB behind; the later
half is counted. The reference, 1.00, is a function with nothing but the SDK's client, bundled with esbuild's defaults, that makes the
transaction of POST /box; it is measured once more bundled as ours. One more process of each of the two bundles is profiled.

Exit status: 0 measured; 1 the measuring could not be finished, or other work runs on the machine; 2 wrong call; 130 interrupted.`,
)
  .option("--rounds <n>", "how many processes of each", wholeFrom(1, 100), 5)
  .option("--anyway", "measure although other work runs on the machine")
  .option("--write", "write docs/warm.md")
  .action(async ({ rounds, anyway, write }) => {
    const machine = mustBeQuiet(machineNow(), anyway);
    const figures = await measure(rounds);
    return publish("warm", report(figures, rounds, machine), figures, { write });
  });

await run(program);
