import CliTable3 from "cli-table3";

/** Is given each step: how much there is of it and of those after it, and what is done. */
export type Progress = ReturnType<typeof progressOn>;

const width = 20;

/** Says now and then how far a step is and, at its pace, when all is done: on a terminal in one line that changes, in a file of what takes long. */
export const progressOn =
  (stream: Pick<NodeJS.WriteStream, "isTTY" | "write">) =>
  (step: string, total: number, further = 0) => {
    // Milliseconds between two.
    const apart = stream.isTTY ? 200 : 15_000;
    const began = performance.now();
    let [done, last] = [0, began];
    const add = (count = 1) => {
      done += count;
      const now = performance.now();
      if (now - last < apart) return;
      last = now;
      const full = Math.round(width * Math.min(1, done / total));
      const left = ((now - began) / done) * (Math.max(0, total - done) + further);
      stream.write(
        `${step} ${"█".repeat(full).padEnd(width, "░")} ${shown(done)} of ${shown(total)}, ${shown(Math.ceil(left / 1_000))} s left${stream.isTTY ? "\u001b[K\r" : "\n"}`,
      );
    };
    return { add, end: () => void (stream.isTTY && stream.write("\u001b[K")) };
  };

/** A table for a terminal; columns after the first `words` are figures. */
export const drawn = (
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  words = heads.length,
): string => {
  const table = new CliTable3({
    head: [...heads],
    colAligns: heads.map((_, at) => (at < words ? "left" : "right")),
    chars: { mid: "", "left-mid": "", "mid-mid": "", "right-mid": "" },
    style: { head: [], border: [] },
  });
  table.push(...rows.map((cells) => [...cells]));
  return table.toString();
};

/** A number as people read it, with at most so many decimals. */
export const shown = (value: number, decimals = 0): string =>
  new Intl.NumberFormat("en", { maximumFractionDigits: decimals }).format(value);

/** The value below which this share of the values lies; the median. */
export const quantile = (values: readonly number[], share = 0.5): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0;
