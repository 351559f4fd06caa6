import fc from "fast-check";
import { runOn, type Step } from "./plan.ts";
import { play, type Sabotage, type Tally } from "./run.ts";
import type { Service } from "./service.ts";

/** Number of runs of one seed, before the next seed. */
const together = 10;

/** After this number of smaller runs, a failing run is small enough. */
const mostShrunk = 400;

const shown = ({ pace, ...step }: Step) => `  ${JSON.stringify(step)}, then ${pace} turns`;

type Options = {
  /** The least number of commands. */
  readonly commands: number;
  readonly seed?: number | undefined;
  /** Plays only this run of the seed. */
  readonly path?: string | undefined;
  /** Plays only these steps of the run. */
  readonly only?: readonly number[] | undefined;
  readonly sabotage?: Sabotage;
  /** Whether to shrink a failing run. */
  readonly shrinks?: boolean;
};

export type Simulated = Tally & {
  /** The smallest failing run: its violations and steps as text, and the arguments that repeat it. */
  readonly failure?: {
    readonly found: string;
    readonly steps: readonly Step[];
    readonly text: string;
    readonly repeat: Pick<Options, "seed" | "path" | "only">;
  };
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

/** Plays runs of a site until so many commands were given or one run fails. */
export const simulate = async (
  service: Service,
  {
    commands,
    seed: first = Math.floor(Math.random() * 2 ** 31),
    path: asked,
    only: alone,
    sabotage,
    shrinks = true,
  }: Options,
): Promise<Simulated> => {
  const tally: Tally = { commands: 0, faults: {} };
  const { site } = service;
  /** Plays these steps of the runs of a seed, up to one that fails. */
  const check = async (seed: number, path?: string, only?: readonly number[]) => {
    let found: readonly string[] = [];
    const property = fc.asyncProperty(runOn(site), fc.scheduler(), async (run, scheduler) => {
      const steps = only ? only.flatMap((at) => run.steps[at] ?? []) : run.steps;
      found = await play(service, { ...run, steps }, scheduler, tally, sabotage);
      return found.length === 0;
    });
    const { counterexample, counterexamplePath } = await fc.check(property, {
      ...{ seed, path, numRuns: path ? 1 : together, endOnFailure: true },
    });
    return { found, run: counterexample?.[0], path: counterexamplePath ?? undefined };
  };

  for (let seed = first; tally.commands < commands; seed += 1) {
    const { found, run, path } = await check(seed, asked, alone);
    if (run) {
      // A smaller run must break the same rule.
      const kind = `${found[0]?.split(":")[0]}:`;
      const fails = async (some: readonly number[]) =>
        (await check(seed, path, some)).found.some((one) => one.startsWith(kind));
      const all = alone ?? run.steps.map((_, at) => at);
      const only = shrinks ? await smallest(all, fails) : all;
      const last = await check(seed, path, only);
      const steps = only.flatMap((at) => run.steps[at] ?? []);
      const { scanners, goods } = run;
      const broken = last.found.join("\n");
      const text = [broken, JSON.stringify({ scanners, goods }), ...steps.map(shown)].join("\n");
      return { ...tally, failure: { found: broken, steps, text, repeat: { seed, path, only } } };
    }
    if (asked) break;
  }
  return tally;
};
