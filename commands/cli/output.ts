import CliTable3 from "cli-table3";

/** Is given each step: how much there is of it, and what is done. */
export type Progress = ReturnType<typeof progressOn>;

/** Says now and then how far a step is: on a terminal in one line that changes, in a file of what takes long. */
export const progressOn = (stream: NodeJS.WriteStream) => (step: string, total: number) => {
  // Milliseconds between two.
  const apart = stream.isTTY ? 200 : 15_000;
  let [done, last] = [0, performance.now()];
  const add = (count = 1) => {
    done += count;
    if (performance.now() - last < apart) return;
    last = performance.now();
    stream.write(`${step}: ${shown(done)} of ${shown(total)}${stream.isTTY ? "\u001b[K\r" : "\n"}`);
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
