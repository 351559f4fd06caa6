import { type Cost, metered, type Sample } from "../bench/meter.ts";

/** `page` is a page of the overview, `engine` the bare engine without the service; `aside` is called and not measured. */
export type Kind = "write" | "page" | "read" | "engine" | "aside";
export type Step = { readonly operation: string; readonly kind: Kind; readonly call: () => Promise<unknown> };

/** Of one operation; milliseconds. `own` is the median of what is not the engine's; `cost` the most that any call took. */
export type Figures = {
  readonly operation: string;
  readonly kind: Kind;
  readonly p50: number;
  readonly p99: number;
  readonly own: number;
  readonly cost: Cost;
};

/** What was measured at one length of what grows, and what grows with all its lengths. */
export type Point = { readonly at: number; readonly figures: readonly Figures[] };
export type Series = { readonly name: string; readonly unit: string; readonly points: readonly Point[] };

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
};

const figuresOf = ({ operation, kind }: Step, samples: readonly Sample[]): Figures => {
  const all = samples.map(({ ms }) => ms);
  const most = (name: keyof Cost) => Math.max(...samples.map((sample) => sample[name]));
  return {
    operation,
    kind,
    p50: quantile(all, 0.5),
    p99: quantile(all, 0.99),
    own: quantile(
      samples.map(({ ms, waiting }) => ms - waiting),
      0.5,
    ),
    cost: {
      trips: most("trips"),
      writeTable: most("writeTable"),
      writeIndex: most("writeIndex"),
      read: most("read"),
      entries: most("entries"),
    },
  };
};

/**
 * Measures steps at each length in turn, again and again: what disturbs the machine for a while disturbs all lengths alike.
 * `stepsAt` gives the steps of the n-th round of a length.
 */
export const measured = async (
  lengths: readonly number[],
  times: number,
  stepsAt: (length: number, round: number) => readonly Step[],
  done: () => void = () => {},
): Promise<Point[]> => {
  const all = new Map(lengths.map((at) => [at, new Map<string, { step: Step; samples: Sample[] }>()]));
  for (let round = 0; round < times; round += 1)
    for (const [at, found] of all) {
      for (const step of stepsAt(at, round)) {
        if (step.kind === "aside") {
          await step.call();
          continue;
        }
        const samples = found.get(step.operation)?.samples ?? [];
        samples.push(await metered(step.call));
        found.set(step.operation, { step, samples });
      }
      done();
    }
  return [...all].map(([at, found]) => ({ at, figures: [...found.values()].map(({ step, samples }) => figuresOf(step, samples)) }));
};
