import { fromTo } from "./draw.ts";
import { type Cost, metered, type Sample } from "./meter.ts";

/** `page` is a page of the overview, `engine` the bare engine without the service; `aside` is called and not measured. */
export type Kind = "write" | "page" | "read" | "engine" | "aside";
export type Step = { readonly operation: string; readonly kind: Kind; readonly call: () => Promise<unknown> };

/** Of one operation; milliseconds. */
export type Figures = {
  readonly operation: string;
  readonly kind: Kind;
  readonly samples: number;
  readonly p50: number;
  readonly p99: number;
  /** Median of the time in which the engine had a request and had not begun to answer. */
  readonly engine: number;
  /** Median of the rest. */
  readonly own: number;
  /** The most that any of the calls cost. */
  readonly cost: Cost;
};

/** What was measured at one length of what grows. */
export type Point = { readonly at: number; readonly figures: readonly Figures[] };

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
};

const figuresOf = ({ operation, kind }: Step, samples: readonly Sample[]): Figures => {
  const ofCalls = (share: number, value: (sample: Sample) => number) => quantile(samples.map(value), share);
  const most = (name: keyof Cost) => Math.max(...samples.map((sample) => sample[name]));
  return {
    operation,
    kind,
    samples: samples.length,
    p50: ofCalls(0.5, ({ ms }) => ms),
    p99: ofCalls(0.99, ({ ms }) => ms),
    engine: ofCalls(0.5, ({ waiting }) => waiting),
    own: ofCalls(0.5, ({ ms, waiting }) => ms - waiting),
    cost: {
      trips: most("trips"),
      writeTable: most("writeTable"),
      writeIndex: most("writeIndex"),
      read: most("read"),
      entries: most("entries"),
    },
  };
};

/** Steps that are done one after the other, and the length of what grows at which they count. */
type Round = { readonly at: number; readonly steps: readonly Step[] };

/** Each length in turn, again and again: what disturbs the machine for a while disturbs all lengths alike. */
export const inTurn = (lengths: readonly number[], times: number, steps: (length: number, sample: number) => readonly Step[]) =>
  fromTo(0, times * lengths.length, (count): Round => {
    const at = lengths[count % lengths.length] ?? 0;
    return { at, steps: steps(at, Math.floor(count / lengths.length)) };
  });

type Watch = { readonly signal: AbortSignal; readonly enter?: (at: number) => void; readonly done?: () => void };

/** Measures the steps of each round, one call after the other, and gives the figures of each length. */
export const measured = async (rounds: Iterable<Round>, { signal, enter, done }: Watch): Promise<Point[]> => {
  const all = new Map<number, Map<string, { step: Step; samples: Sample[] }>>();
  for (const { at, steps } of rounds) {
    const found = all.get(at) ?? new Map<string, { step: Step; samples: Sample[] }>();
    all.set(at, found);
    enter?.(at);
    for (const step of steps) {
      signal.throwIfAborted();
      if (step.kind === "aside") {
        await step.call();
        continue;
      }
      const samples = found.get(step.operation)?.samples ?? [];
      samples.push(await metered(step.call));
      found.set(step.operation, { step, samples });
    }
    done?.();
  }
  return [...all].map(([at, found]) => ({ at, figures: [...found.values()].map(({ step, samples }) => figuresOf(step, samples)) }));
};
