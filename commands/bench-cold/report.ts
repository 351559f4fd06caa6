import type { Machine } from "../bench/machine.ts";
import { type Parts, table } from "../docs/markdown.ts";
import type { Subject } from "./bundles.ts";
import { medianOf, type Run, ratioOf } from "./runtime.ts";
import { shiftTable } from "./shift.ts";

/** Load and first event of post-box together shall be at most this share of the reference's; and of the same reference bundled as ours. */
const [goal, bundledGoal] = [0.6, 1.15];

/** The medians of one subject's starts; `ratio` is that of load and first event together to the reference's in the same round. */
type Figures = Readonly<
  Record<"bytes" | "load" | "event" | "total" | "ratio" | "cpu" | "rss", number>
> & { readonly name: string };

/** Everything that a run found. */
export type Report = {
  readonly machine: Machine;
  readonly runs: number;
  readonly seconds: number;
  readonly figures: readonly Figures[];
};

const total = ({ load, event }: Run) => load + event;

/** Sums up; the first subject is the reference. */
export const figuresOf = (
  subjects: readonly Subject[],
  starts: readonly (readonly Run[])[],
): Figures[] =>
  subjects.map(({ name, bytes }, at) => {
    const own = starts[at] ?? [];
    const of = (value: (run: Run) => number) => medianOf(own, value);
    const [load, event, cpu, rss] = [
      of((run) => run.load),
      of((run) => run.event),
      of((run) => run.cpu),
      of((run) => run.rss),
    ];
    return {
      name,
      bytes,
      load,
      event,
      total: of(total),
      ratio: ratioOf(own, starts[0] ?? [], total),
      cpu,
      rss,
    };
  });

const heads = ["", "kB", "load ms", "first event ms", "both ms", "of bare SDK", "CPU ms", "RSS MB"];

const rowOf = ({ name, bytes, load, event, total, ratio, cpu, rss }: Figures): string[] => [
  name,
  ...[bytes / 1_000, load].map((value) => value.toFixed(0)),
  event.toFixed(1),
  total.toFixed(0),
  ratio.toFixed(2),
  ...[cpu, rss].map((value) => value.toFixed(0)),
];

/** A ratio and whether it is what it shall be. */
export const met = (ratio: number, most: number) =>
  `${ratio.toFixed(2)} (goal: at most ${most.toFixed(2)}, ${ratio <= most ? "met" : "missed"})`;

/** The parts of docs/cold-start.md. */
export const coldStartParts = ({ machine, runs, seconds, figures }: Report): Parts => {
  const of = (wanted: string) => figures.find(({ name }) => name === wanted)?.ratio ?? Number.NaN;
  const [ours, bundled] = [of("post-box"), of("bare-sdk, bundled as ours")];
  return {
    starts: [
      `post-box takes ${met(ours, goal)} of the bare SDK; of the bare SDK that is bundled as ours and has a code cache, ${met(ours / bundled, bundledGoal)}.`,
      table(heads, figures.map(rowOf)),
      `Medians of ${runs} starts of each, taken in turns over TLS in ${seconds.toFixed(0)} s: ${machine.machine}, Node ${machine.node}, ${machine.engine}; load average ${machine.load.toFixed(1)} when it began.`,
    ].join("\n\n"),
    shift: shiftTable(),
  };
};
