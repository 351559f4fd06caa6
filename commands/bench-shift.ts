import { setTimeout as sleep } from "node:timers/promises";
import { localContext } from "#infra/local/context.ts";
import { silent } from "#lib/metrics.ts";
import { openTable } from "#lib/store/client.ts";
import { machineNow } from "./bench/machine.ts";
import { quantile } from "./bench/meter.ts";
import { requestTo } from "./bench/service.ts";
import { shift } from "./bench-cold/shift.ts";
import { type Heat, likeAws } from "./bench-shift/like-aws.ts";
import { goods, type Phase, type Scan, savesOfOne, scansOf } from "./bench-shift/scans.ts";
import { command, numberFrom, run, wholeFrom } from "./cli/command.ts";
import { printJson, printPage, shown } from "./cli/output.ts";
import { table } from "./docs/markdown.ts";
import { erpRowsOf, openStand, tableName } from "./stand.ts";

/** The goals: refused for conflict, as a share; the 99th percentile in milliseconds. */
const goal = { refused: 0.001, p99: 120 };
/** Milliseconds between two scans of a scanner: on an ordinary minute, and in the minute before and after each bell. */
const gaps = { ordinary: 20_000, bell: 4_000 };
/** Saves a second of one zongpai, and for how many seconds, until a goal is missed. */
const ramp = { rates: [5, 10, 20, 30, 40, 60, 80], seconds: 10 };
/** Write units a second that one partition takes. */
const mostUnits = 1_000;

type Row = { name: string; requests: number; rate: number; conflicts: number; refused: number; failed: number; p50: number; p99: number };

const within = ({ refused, requests, p99, failed }: Row) => refused <= goal.refused * requests && p99 <= goal.p99 && failed === 0;

const hottest = (heat: Heat) =>
  [
    { what: "a zongpai", head: "Z#" },
    { what: "a box", head: "B#" },
    { what: "a shard of the index", head: "P#" },
    { what: "a shelf, in its shard", head: "shelf " },
  ].map(({ what, head }) => {
    const of = [...heat].filter(([key]) => key.startsWith(head)).map(([, seconds]) => [...seconds.values()]);
    return { what, most: Math.max(0, ...of.flat()) };
  });

const measure = async (scanners: number, seconds: number, latency: number, seed: number) => {
  const stand = await openStand("bench-shift", "demo", (site) => erpRowsOf({ goods, boxes: [] }, 99_999, site));
  try {
    const { endpoint } = await stand.open("dynamodb.sqlite");
    let conflicts = 0;
    const store = openTable({
      name: tableName,
      endpoint,
      count: (name) => {
        if (name === "Conflict") conflicts += 1;
      },
    });
    // The service's log reads its level when it loads.
    const { openFunctions } = await import("#lib/anywhere.ts");
    const handlers = await openFunctions(stand.site, { table: store, erpFile: stand.erp, meter: silent });
    const { code } = stand.site.errors.product.writeConflict;
    const send = async ({ route, fields }: Scan) => {
      const answer = await handlers.get(route)?.(requestTo(route, fields, stand.site), localContext(route, "bench"));
      if (answer?.statusCode === stand.site.success[route]) return undefined;
      return (JSON.parse(answer?.body ?? "{}") as { error_code?: string }).error_code ?? "none";
    };
    const play = async (name: string, scans: readonly Scan[], lasting: number): Promise<Row> => {
      const [from, before] = [performance.now(), conflicts];
      const made = await Promise.all(
        scans.map(async (scan) => {
          await sleep(scan.at);
          const refusal = await send(scan);
          // From when the scan was due: a process that is behind does not hide it.
          return { refusal, ms: performance.now() - from - scan.at };
        }),
      );
      const ms = made.map((one) => one.ms);
      const refused = made.filter(({ refusal }) => refusal === code).length;
      const failed = made.filter(({ refusal }) => refusal !== undefined && refusal !== code).length;
      const counts = { requests: scans.length, rate: scans.length / lasting, conflicts: conflicts - before, refused, failed };
      const row = { name, ...counts, p50: quantile(ms, 0.5), p99: quantile(ms, 0.99) };
      console.error(JSON.stringify(row));
      return row;
    };
    // Each function's code is compiled before anything counts.
    await play("warm", scansOf({ name: "warm", seconds: 5, gap: gaps.bell }, scanners, 0, seed), 5);
    const heat = likeAws(store, latency);
    const phases: Phase[] = [
      { name: "an ordinary minute", seconds, gap: gaps.ordinary },
      { name: "the minute of a bell", seconds, gap: gaps.bell },
    ];
    const rows: Row[] = [];
    for (const [at, phase] of phases.entries()) rows.push(await play(phase.name, scansOf(phase, scanners, at + 1, seed), phase.seconds));
    const hot = hottest(heat);
    const one: Row[] = [];
    for (const [at, rate] of ramp.rates.entries()) {
      one.push(await play(`saves of one zongpai, ${rate} a second`, savesOfOne(rate, ramp.seconds, at + 3, seed), ramp.seconds));
      if (!one.every(within)) break;
    }
    return { rows, hot, one };
  } finally {
    await stand.stop();
  }
};

const cells = ({ name, requests, rate, conflicts, refused, failed, p50, p99 }: Row) => [
  name,
  shown(requests),
  shown(rate),
  shown(conflicts),
  `${refused} (${shown((100 * refused) / requests, 2)} %)`,
  String(failed),
  shown(p50),
  shown(p99),
];

const bells = 2 * (shift.breaks.length + 1);

const program = command(
  "bench:shift",
  "Runs the scanners of a big site against the service in this process, on a store that is as slow and as unkind as DynamoDB.",
  `The scanners of the site demo, on the embedded engine. Each request to the store takes longer by the latency; a transaction holds its
items for its life, and what meets it is refused, as DynamoDB does. A shift of ${shift.end / 3_600_000} hours is not run in full: an ordinary minute (a scan of
each scanner every ${gaps.ordinary / 1_000} s) and one of its ${bells} minutes at a bell (every ${gaps.bell / 1_000} s) are run in real time, each scan when it is due. Ten scanners pack one
big order, the others 400 zongpai. Then one zongpai alone is saved faster and faster until a goal is missed.

Exit status: 0 the goals are met in both minutes; 1 one is missed, or the run could not be finished; 2 wrong call; 130 interrupted.`,
)
  .option("--scanners <n>", "how many", wholeFrom(1, 9_999), 500)
  .option("--seconds <n>", "how long each of the minutes is", wholeFrom(1, 600), 60)
  .option("--latency <ms>", "what DynamoDB takes longer than the embedded engine", numberFrom(0, 1_000), 15)
  .option("--seed <number>", "the same scans again", wholeFrom(0, 2 ** 31), 1)
  .option("--json", "print the figures as JSON")
  .action(async ({ scanners, seconds, latency, seed, json }) => {
    const machine = machineNow();
    const found = await measure(scanners, seconds, latency, seed);
    const met = found.rows.every(within);
    process.exitCode = met ? 0 : 1;
    if (json) return printJson({ machine, scanners, seconds, latency, seed, ...found });
    const heads = ["", "requests", "a second", "met another", "refused for conflict", "failed otherwise", "p50, ms", "p99, ms"];
    const heat = found.hot.map(({ what, most }) => [what, shown(most), `${shown(mostUnits / most, 1)} ×`]);
    printPage(
      [
        table(heads, [...found.rows, ...found.one].map(cells)),
        table(["hottest in both minutes", "write units in its busiest second", "up to 1,000"], heat),
        `The goals (refused for conflict at most ${goal.refused * 100} %, p99 at most ${goal.p99} ms) are ${met ? "met" : "missed"}. Load ${shown(machine.load, 1)} when it began, on ${machine.machine}; seed ${seed}.\n`,
      ].join("\n\n"),
    );
  });

await run(program);
