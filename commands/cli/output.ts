import CliTable3 from "cli-table3";

const barWidth = 20;

/**
 * Runs the work of a step, and shows its progress and the remaining seconds on stderr. A terminal shows one changing line, a file gets a
 * line every 15 s.
 * @param total the number of things in this step; the work counts those that are done
 * @param further the number of things in the following steps
 */
export const showProgress = async (
  step: string,
  total: number,
  work: (advance: (count?: number) => void) => Promise<unknown>,
  further = 0,
): Promise<void> => {
  const { stderr } = process;
  const intervalMs = stderr.isTTY ? 200 : 15_000;
  const startedAt = performance.now();
  let [done, lastShownAt] = [0, startedAt];
  const advance = (count = 1) => {
    done += count;
    const now = performance.now();
    if (now - lastShownAt < intervalMs) return;
    lastShownAt = now;
    const lineEnd = stderr.isTTY ? "\u001b[K\r" : "\n";
    // DynamoDB counts the items of a table only every six hours.
    if (done > total) return void stderr.write(`${step} ${formatNumber(done)}${lineEnd}`);
    const filled = Math.round((barWidth * done) / total);
    const msLeft = ((now - startedAt) / done) * (total - done + further);
    const bar = "█".repeat(filled).padEnd(barWidth, "░");
    const secondsLeft = formatNumber(Math.ceil(msLeft / 1_000));
    stderr.write(
      `${step} ${bar} ${formatNumber(done)} of ${formatNumber(total)}, ${secondsLeft} s left${lineEnd}`,
    );
  };
  try {
    await work(advance);
  } finally {
    if (stderr.isTTY) stderr.write("\u001b[K");
  }
};

/** Formats a table for a terminal. The first `textColumns` are left-aligned, the other columns are right-aligned numbers. */
export const drawTable = (
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  textColumns = heads.length,
): string => {
  const table = new CliTable3({
    head: [...heads],
    colAligns: heads.map((_, index) => (index < textColumns ? "left" : "right")),
    chars: { mid: "", "left-mid": "", "mid-mid": "", "right-mid": "" },
    style: { head: [], border: [] },
  });
  table.push(...rows.map((cells) => [...cells]));
  return table.toString();
};

/** Formats a number with separators and at most `decimals`. */
export const formatNumber = (value: number, decimals = 0): string =>
  new Intl.NumberFormat("en", { maximumFractionDigits: decimals }).format(value);

/** The quantile of the values, by default the median. */
export const quantile = (values: readonly number[], share = 0.5): number => {
  const index = Math.max(0, Math.ceil(share * values.length) - 1);
  return values.toSorted((a, b) => a - b)[index] ?? 0;
};
