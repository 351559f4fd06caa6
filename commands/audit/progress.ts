import { SingleBar } from "cli-progress";

export type Progress = { readonly at: (items: number) => void; readonly left: (goods: number) => void; readonly end: () => void };

/** A bar on a terminal only: a log file gets none. `expected` is about how many items there are. */
export const progressOn = (stream: NodeJS.WriteStream, expected: number): Progress => {
  if (!stream.isTTY) return { at: () => {}, left: () => {}, end: () => {} };
  const bar = new SingleBar({ stream, format: "{what} {bar} {value}/{total} {eta_formatted}", clearOnComplete: true });
  bar.start(expected, 0, { what: "items read" });
  let goods = 0;
  return {
    at: (items) => {
      if (items > bar.getTotal()) bar.setTotal(items);
      bar.update(items);
    },
    left: (count) => {
      if (goods === 0) bar.start(count, 0, { what: "goods looked at" });
      goods ||= count;
      bar.update(goods - count);
    },
    end: () => bar.stop(),
  };
};
