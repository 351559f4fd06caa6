import CliTable3 from "cli-table3";

const barWidth = 20;

/**
 * Does a step of so many things, of which the work counts those that are done, before so many `further` ones. Says on stderr now and then
 * how far it is and, at its pace, when all is done: on a terminal in one line that changes, in a file of what takes long.
 */
export const showProgress = async (
  step: string,
  total: number,
  work: (add: (count?: number) => void) => Promise<unknown>,
  further = 0,
): Promise<void> => {
  const { stderr } = process;
  // Milliseconds between two.
  const apart = stderr.isTTY ? 200 : 15_000;
  const began = performance.now();
  let [done, last] = [0, began];
  const add = (count = 1) => {
    done += count;
    const now = performance.now();
    if (now - last < apart) return;
    last = now;
    const full = Math.round(barWidth * Math.min(1, done / total));
    const left = ((now - began) / done) * (Math.max(0, total - done) + further);
    stderr.write(
      `${step} ${"█".repeat(full).padEnd(barWidth, "░")} ${formatNumber(done)} of ${formatNumber(total)}, ${formatNumber(Math.ceil(left / 1_000))} s left${stderr.isTTY ? "\u001b[K\r" : "\n"}`,
    );
  };
  try {
    await work(add);
  } finally {
    if (stderr.isTTY) stderr.write("\u001b[K");
  }
};

/** A table for a terminal; columns after the first `words` are figures. */
export const drawTable = (
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
export const formatNumber = (value: number, decimals = 0): string =>
  new Intl.NumberFormat("en", { maximumFractionDigits: decimals }).format(value);

/** The value below which this share of the values lies; the median. */
export const quantile = (values: readonly number[], share = 0.5): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0;
