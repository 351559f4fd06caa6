import fc, { type Scheduler } from "fast-check";

/** Number of runs of one seed, before the next seed. */
const together = 10;

/** After this number of smaller runs, a failing run is small enough. */
const mostShrunk = 400;

export type SearchOptions = {
  readonly seed?: number | undefined;
  /** Plays only this run of the seed. */
  readonly path?: string | undefined;
  /** Plays only these steps of the run. */
  readonly only?: readonly number[] | undefined;
  /** Whether to shrink a failing run. */
  readonly shrinks?: boolean;
};

/** The smallest failing run: its violations and steps, and the arguments that repeat it. */
export type Failure<Drawn extends { readonly steps: readonly unknown[] }> = {
  readonly found: string;
  readonly run: Drawn;
  readonly steps: Drawn["steps"];
  readonly repeat: Pick<SearchOptions, "seed" | "path" | "only">;
};

/** A small part of these values that fails as all of them do. It leaves out ever smaller parts, in the end single values. */
const smallest = async (
  all: readonly number[],
  fails: (some: readonly number[]) => Promise<boolean>,
): Promise<readonly number[]> => {
  let left = all;
  let tries = mostShrunk;
  for (let part = all.length; part >= 1; part = part > 1 ? Math.ceil(part / 2) : 0)
    for (let at = left.length; at > 0 && tries > 0; at -= part, tries -= 1) {
      const some = left.filter((_, index) => index < at - part || index >= at);
      if (await fails(some)) left = some;
    }
  return left;
};

/** Plays runs until enough are played or one fails. `play` returns the violations of a run; `isAgain`: it was played before. */
export const searchRuns = async <Drawn extends { readonly steps: readonly unknown[] }>(
  runs: fc.Arbitrary<Drawn>,
  play: (run: Drawn, scheduler: Scheduler, isAgain: boolean) => Promise<readonly string[]>,
  isEnough: () => boolean,
  {
    seed: first = Math.floor(Math.random() * 2 ** 31),
    path: asked,
    only: alone,
    shrinks = true,
  }: SearchOptions,
): Promise<Failure<Drawn> | undefined> => {
  /** Plays these steps of the runs of a seed, up to one that fails. */
  const check = async (seed: number, path?: string, only?: readonly number[]) => {
    let found: readonly string[] = [];
    const property = fc.asyncProperty(runs, fc.scheduler(), async (run, scheduler) => {
      const steps = only ? only.flatMap((at) => run.steps[at] ?? []) : run.steps;
      found = await play({ ...run, steps }, scheduler, path !== undefined);
      return found.length === 0;
    });
    const { counterexample, counterexamplePath } = await fc.check(property, {
      ...{ seed, path, numRuns: path ? 1 : together, endOnFailure: true },
    });
    return { found, run: counterexample?.[0], path: counterexamplePath ?? undefined };
  };

  for (let seed = first; !isEnough(); seed += 1) {
    const { found, run, path } = await check(seed, asked, alone);
    if (run) {
      // A smaller run must break the same rule.
      const kind = `${found[0]?.split(":")[0]}:`;
      const fails = async (some: readonly number[]) =>
        (await check(seed, path, some)).found.some((one) => one.startsWith(kind));
      const all = alone ?? run.steps.map((_, at) => at);
      const only = shrinks ? await smallest(all, fails) : all;
      const last = shrinks ? await check(seed, path, only) : { found };
      const steps = only.flatMap((at) => run.steps[at] ?? []);
      return { found: last.found.join("\n"), run, steps, repeat: { seed, path, only } };
    }
    if (asked) break;
  }
  return undefined;
};
