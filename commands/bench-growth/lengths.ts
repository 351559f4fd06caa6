import type { Options } from "./options.ts";

/** The lengths at which a box and a history are measured: powers of ten, and the longest. */
export const lengthsTo = (longest: number): number[] => [...[1, 10, 100, 1_000, 10_000].filter((length) => length < longest), longest];

/** Rounds at each size before the first that counts, in which the code and the engines get warm. */
export const warmUp = ({ samples }: Pick<Options, "samples">): number => Math.min(samples, 30);

/** How many new goods and boxes a run takes: one for the check of the rows, and those of all rounds. */
export const freshNeeded = (options: Pick<Options, "sizes" | "samples">): number =>
  1 + options.sizes.length * (warmUp(options) + options.samples);
