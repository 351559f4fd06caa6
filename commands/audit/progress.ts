import { SingleBar } from "cli-progress";

export type Progress = { readonly at: (items: number) => void; readonly end: () => void };

/** A bar on a terminal only: a log file gets none. `expected` is about how many items there are. */
export const progressOn = (stream: NodeJS.WriteStream, expected: number): Progress => {
  if (!stream.isTTY) return { at: () => {}, end: () => {} };
  const bar = new SingleBar({ stream, format: "reading {bar} {value}/{total} items {eta_formatted}", clearOnComplete: true });
  bar.start(expected, 0);
  return {
    at: (items) => {
      if (items > bar.getTotal()) bar.setTotal(items);
      bar.update(items);
    },
    end: () => bar.stop(),
  };
};
