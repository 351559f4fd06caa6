import { parseArgs } from "node:util";
import { bulk } from "./layout.ts";

/** The command was called in a way that it does not understand; the message says what it takes. */
export class UsageError extends Error {
  override name = "UsageError";
}

const definitions = {
  sizes: { type: "string", default: "1e3,1e5,5e5" },
  box: { type: "string", default: "5000" },
  samples: { type: "string", default: "200" },
  seed: { type: "string", default: "1" },
  write: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** More goods than their numbers have digits for, and far more than the engine takes. */
const mostGoods = 5_000_000;

const parsed = (args: string[]) => {
  try {
    return parseArgs({ args, options: definitions }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
};

const whole = (name: string, text: string, least: number, most: number): number => {
  const value = /^\d+(e\d)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`--${name} takes whole numbers from ${least} to ${most}, not "${text}".`);
};

/** The goods from which those that are measured at a size are drawn: the ones it adds, and never the bulk location's at the first. */
export type Span = { readonly from: number; readonly to: number };

export const spanAt = (size: number, before: number): Span => ({
  from: before > 0 ? before : Math.min(bulk, Math.floor(size / 2)),
  to: size,
});

const sizesFrom = (text: string, samples: number): number[] => {
  const sizes = text.split(",").map((size) => whole("sizes", size.trim(), 2, mostGoods));
  for (const [at, size] of sizes.entries()) {
    const before = sizes[at - 1] ?? 0;
    if (size <= before) throw new UsageError(`--sizes must rise; ${size} comes after ${before}.`);
    const { from, to } = spanAt(size, before);
    if (to - from < samples)
      throw new UsageError(`--samples ${samples} needs as many goods that were not measured before; at ${size} there are ${to - from}.`);
  }
  return sizes;
};

/**
 * Reads the command line; `undefined` when it asks for help.
 * @throws UsageError
 */
export const optionsFrom = (args: string[]) => {
  const { sizes, box, samples: count, seed, write, json, help } = parsed(args);
  if (help) return undefined;
  const samples = whole("samples", count, 2, 10_000);
  return {
    sizes: sizesFrom(sizes, samples),
    longest: whole("box", box, 10, 100_000),
    samples,
    seed: whole("seed", seed, 0, 2 ** 32 - 1),
    write,
    json,
  };
};

export type Options = NonNullable<ReturnType<typeof optionsFrom>>;
