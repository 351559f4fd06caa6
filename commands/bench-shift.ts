import { setTimeout as sleep } from "node:timers/promises";
import { localContext } from "#infra/local/context.ts";
import { longestAttempt, openTable } from "#lib/store/client.ts";
import { machineNow } from "./bench/machine.ts";
import { quantile } from "./bench/meter.ts";
import { requestTo } from "./bench/service.ts";
import { likeAws } from "./bench-shift/like-aws.ts";
import { goods, type Scan, savesOfOne, scansOf } from "./bench-shift/scans.ts";
import { command, numberFrom, run, wholeFrom } from "./cli/command.ts";
import { printMarkdown, shown } from "./cli/output.ts";
import { table } from "./docs/markdown.ts";
import { erpRowsOf, openStand, tableName } from "./stand.ts";

/** The goals: the share that is refused for conflict; the 99th percentile in milliseconds. */
const goal = { refused: 0.001, p99: 120 };
/** Milliseconds between two scans of a scanner, in an ordinary minute and in one at a bell; write units that a partition takes a second. */
const [ordinary, bell, mostUnits] = [20_000, 4_000, 1_000];
/** So many saves of one zongpai at each rate a second, until a goal is missed. */
const ramp = { rates: [10, 20, 30, 40, 60], saves: 200 };
const kinds = {
  "a zongpai": "Z#",
  "a box": "B#",
  "a shard of the index": "P#",
  "a shelf, in its shard": "shelf ",
};

type Given = { scanners: number; seconds: number; latency: number; slower: number; seed: number };

const measure = async ({ scanners, seconds, latency, slower, seed }: Given) => {
  const minutes = [ordinary, bell].map((gap, at) => scansOf(scanners, gap, seconds, at, seed));
  const boxes = new Set(
    minutes
      .flat()
      .flatMap(({ fields: { box_no } }) => (box_no === undefined ? [] : String(box_no))),
  );
  const stand = await openStand("bench-shift", "demo", (site) =>
    erpRowsOf({ goods, boxes: [...boxes] }, 99_999, site),
  );
  try {
    const { endpoint } = await stand.open("dynamodb.sqlite");
    const store = openTable({ name: tableName, endpoint, attemptLimit: longestAttempt * slower });
    // The service's log reads its level when it loads.
    const [{ openFunctions }, { requestLimits }] = await Promise.all([
      import("#lib/in-process.ts"),
      import("#lib/service.ts"),
    ]);
    const settings = {
      budget: requestLimits.budget * slower,
      reserve: requestLimits.reserve * slower,
    };
    const handlers = await openFunctions(stand.site, {
      table: store,
      erpFile: stand.erp,
      settings,
    });
    const { code } = stand.site.errors.product.writeConflict;
    const made = likeAws(store, latency, slower);
    const play = async (name: string, scans: readonly Scan[], lasting: number) => {
      const [from, before] = [performance.now(), made.conflicts];
      const answers = scans.map(async ({ at, route, fields }) => {
        await sleep(at * slower);
        const late = (performance.now() - from) / slower - at;
        const { statusCode = 500, body = "" } =
          (await handlers.get(route)?.(
            requestTo(route, fields, stand.site),
            localContext(route, "bench"),
          )) ?? {};
        // From when the scan was due: a process that is behind does not hide it.
        const ms = (performance.now() - from) / slower - at;
        return {
          ms,
          late,
          conflict: body.includes(code),
          failed: statusCode >= 500 || statusCode === 429,
        };
      });
      const all = await Promise.all(answers);
      const refused = all.filter(({ conflict }) => conflict).length;
      const failed = all.filter((one) => one.failed && !one.conflict).length;
      const times = all.map(({ ms }) => ms);
      const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
      const late = all.map((one) => one.late);
      const share = refused / all.length;
      const [requests, rate, met] = [all.length, all.length / lasting, made.conflicts - before].map(
        (count) => shown(count),
      );
      const counts = [
        name,
        requests,
        rate,
        met,
        `${refused} (${shown(100 * share, 2)} %)`,
        `${failed}`,
      ] as string[];
      const cells = [...counts, ...[p50, p99, quantile(late, 0.99)].map((ms) => shown(ms))];
      return { good: share <= goal.refused && p99 <= goal.p99 && failed === 0, cells };
    };
    // Each function's code is compiled before anything counts.
    await play("warm", scansOf(scanners, bell, 2, 9, seed), 2);
    made.heat.clear();
    const rows = [
      await play("an ordinary minute", minutes[0] ?? [], seconds),
      await play("the minute of a bell", minutes[1] ?? [], seconds),
    ];
    const met = rows.every(({ good }) => good);
    const heat = Object.entries(kinds).map(([what, head]) => {
      const most = Math.max(
        ...[...made.heat].flatMap(([key, units]) =>
          key.startsWith(head) ? [...units.values()] : [],
        ),
      );
      return [what, shown(most), `${shown(mostUnits / most, 1)} ×`];
    });
    for (const [at, rate] of ramp.rates.entries()) {
      rows.push(
        await play(
          `saves of one zongpai, ${rate} a second`,
          savesOfOne(rate, ramp.saves, at + 2, seed),
          ramp.saves / rate,
        ),
      );
      if (!rows.at(-1)?.good) break;
    }
    return { met, rows: rows.map(({ cells }) => cells), heat };
  } finally {
    await stand.stop();
  }
};

const program = command(
  "bench:shift",
  "Runs the scanners of a big site against the service in this process, on a store that is as slow and as unkind as DynamoDB.",
  `The site demo on the embedded engine. Each request to the store takes longer by the latency; a transaction holds its items for its
life, and what meets it is refused, as DynamoDB does. The eight hours are not run: an ordinary minute (a scan of each scanner every
${ordinary / 1_000} s) and one at a bell (every ${bell / 1_000} s) are, each scan when it is due. Ten scanners pack one big order, the others 400 zongpai. Then
one zongpai alone is saved faster and faster until a goal is missed. A scan that the machine begins late is measured from when it was
due; the last column tells how late: where it is more than a few milliseconds, the machine was busy and p99 is its own.

Exit status: 0 the goals are met in both minutes; 1 one is missed, or the run could not be finished; 2 wrong call; 130 interrupted.`,
)
  .option("--scanners <n>", "how many", wholeFrom(1, 9_999), 500)
  .option("--seconds <n>", "how much of each minute is run", wholeFrom(1, 60), 60)
  .option(
    "--latency <ms>",
    "what DynamoDB takes longer than the embedded engine",
    numberFrom(0, 1_000),
    15,
  )
  .option(
    "--slower <n>",
    "stretch scans, latency and limits so often, and divide what is measured, for a machine that is busy",
    wholeFrom(1, 20),
    1,
  )
  .option("--seed <number>", "the same scans again", wholeFrom(0, 2 ** 31), 1)
  .action(async (given) => {
    const { machine, load } = machineNow();
    const { met, rows, heat } = await measure(given);
    process.exitCode = met ? 0 : 1;
    const heads = [
      "",
      "requests",
      "a second",
      "met another",
      "refused for conflict",
      "failed",
      "p50, ms",
      "p99, ms",
      "begun late, p99, ms",
    ];
    printMarkdown(
      `${table(heads, rows)}\n\n${table(["the hottest", "write units in its busiest second", `up to ${shown(mostUnits)}`], heat)}\n\nThe goals (refused for conflict at most ${goal.refused * 100} %, p99 at most ${goal.p99} ms) are ${met ? "met" : "missed"} in both minutes. ${machine}, load ${shown(load, 1)} when it began.\n`,
    );
  });

await run(program);
