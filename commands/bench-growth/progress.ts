import { SingleBar } from "cli-progress";

/** Told of each step: how much there is of it, and what is done. */
export type Progress = (step: string, total: number) => { readonly add: (count: number) => void; readonly end: () => void };

/** A bar for each step on stderr, on a terminal only: a log file gets none. */
export const progressBars: Progress = (step, total) => {
  const stream = process.stderr;
  if (!stream.isTTY) return { add: () => {}, end: () => {} };
  const bar = new SingleBar({ stream, format: `${step.padEnd(26)} {bar} {value}/{total} {eta_formatted}`, clearOnComplete: true });
  bar.start(total, 0);
  return { add: (count) => bar.increment(count), end: () => bar.stop() };
};
