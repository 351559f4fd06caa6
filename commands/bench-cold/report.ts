import type { Machine } from "../bench/machine.ts";
import { type Parts, table } from "../docs/markdown.ts";
import type { Figures } from "./measure.ts";
import { shiftTable } from "./shift.ts";

/** Load and first event of post-box together shall be at most this share of the reference's. */
const goal = 0.6;
/** And at most this share of the same reference, bundled as our functions are. */
const bundledGoal = 1.15;

/** Everything that a run found. */
export type Report = { readonly machine: Machine; readonly runs: number; readonly seconds: number; readonly figures: readonly Figures[] };

const heads = ["", "kB", "load ms", "first event ms", "both ms", "of bare SDK", "CPU ms", "RSS MB"];

const rowOf = ({ name, bytes, load, event, total, ratio, cpu, rss }: Figures): string[] => [
  name,
  (bytes / 1_000).toFixed(0),
  load.toFixed(0),
  event.toFixed(1),
  total.toFixed(0),
  ratio.toFixed(2),
  cpu.toFixed(0),
  rss.toFixed(0),
];

const verdict = (figures: readonly Figures[]): string => {
  const of = (wanted: string) => figures.find(({ name }) => name === wanted)?.ratio ?? Number.NaN;
  const met = (ratio: number, most: number) =>
    `${ratio.toFixed(2)} (goal: at most ${most.toFixed(2)}, ${ratio <= most ? "met" : "missed"})`;
  const [ours, bundled] = [of("post-box"), of("bare-sdk, bundled as ours")];
  return `post-box takes ${met(ours, goal)} of the bare SDK; of the bare SDK that is bundled as ours and has a code cache, ${met(ours / bundled, bundledGoal)}.`;
};

const basis = ({ runs, machine, seconds }: Report): string =>
  `Medians of ${runs} starts of each, taken in turns over TLS in ${seconds.toFixed(0)} s: ${machine.machine}, Node ${machine.node}, ${machine.engine}; load average ${machine.load.toFixed(1)} when it began.`;

/** The parts of docs/cold-start.md. */
export const coldStartParts = (report: Report): Parts => ({
  starts: [verdict(report.figures), table(heads, report.figures.map(rowOf)), basis(report)].join("\n\n"),
  shift: shiftTable(),
});
