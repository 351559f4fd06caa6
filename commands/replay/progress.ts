import { SingleBar } from "cli-progress";
import type { Settings } from "./runner.ts";

const nothing = () => {};

/** A bar for each step, on a terminal only: a log file gets none. */
export const progressOn =
  (stream: NodeJS.WriteStream): Settings["progress"] =>
  (step, total) => {
    if (!stream.isTTY) return { done: nothing, end: nothing };
    const bar = new SingleBar({ stream, format: `${step.padEnd(19)} {bar} {value}/{total} {eta_formatted}`, clearOnComplete: true });
    bar.start(total, 0);
    return { done: () => bar.increment(), end: () => bar.stop() };
  };
