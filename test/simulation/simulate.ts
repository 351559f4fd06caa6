import fc from "fast-check";
import type { Site } from "#lib/site/schema.ts";
import { runOn, type Step } from "./plan.ts";
import { play, type Sabotage, type Tally } from "./run.ts";
import { type Service, serviceOn } from "./service.ts";

/** Runs of one seed; then comes the next one. */
const together = 10;

/** After so many runs that are smaller, one that fails is small enough. */
const mostShrunk = 400;

const shown = ({ pace, ...step }: Step) => `  ${JSON.stringify(step)}, then ${pace} turns`;

type Options = {
  /** How many commands at least. */
  readonly commands: number;
  readonly seed?: number | undefined;
  /** Of one run of the seed: it is played alone. */
  readonly path?: string | undefined;
  readonly sabotage?: Sabotage;
  /** Whether a failing run is made as small as can be. */
  readonly shrinks?: boolean;
};

export type Simulated = Tally & {
  /** What was wrong with the smallest run that fails, its steps, and how to repeat it. */
  readonly failure?: {
    readonly found: string;
    readonly steps: readonly Step[];
    readonly text: string;
  };
};

/** Plays runs of a site until so many commands were given or one run fails. */
export const simulate = async (
  service: Service,
  {
    commands,
    seed: first = Math.floor(Math.random() * 2 ** 31),
    path,
    sabotage,
    shrinks = true,
  }: Options,
): Promise<Simulated> => {
  const tally: Tally = { commands: 0, turns: 0, faults: {} };
  const { site } = service;
  /** What the run that fails broke first: made smaller, it must break the same. */
  let kind: string | undefined;
  let left = mostShrunk;
  const property = fc.asyncProperty(runOn(site), fc.scheduler(), async (run, scheduler) => {
    if (kind) left -= 1;
    if (left < 0) return;
    const found = await play(service, run, scheduler, tally, sabotage);
    kind ??= found[0]?.split(":")[0];
    if (found.some((one) => kind && one.startsWith(kind))) throw new Error(found.join("\n"));
  });
  for (let seed = first; tally.commands < commands; seed += 1) {
    const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(property, {
      ...{ seed, path, numRuns: together, endOnFailure: !shrinks },
    });
    if (failed) {
      const { steps = [], ...rest } = counterexample?.[0] ?? {};
      const found = (errorInstance as Error).message;
      const repeat = `SIMULATION="${seed} ${counterexamplePath}" npm exec -c 'vitest run --project unit test/simulation/${site.name}'`;
      const text = [found, JSON.stringify(rest), ...steps.map(shown), repeat].join("\n");
      return { ...tally, failure: { found, steps, text } };
    }
    if (path) break;
  }
  return tally;
};

/** The same, or what `SIMULATION` (a seed and perhaps the path of one run) and `SIMULATION_COMMANDS` ask for. */
export const simulateOn = async (site: Site, { commands, seed }: Options): Promise<Simulated> => {
  const { SIMULATION = "", SIMULATION_COMMANDS } = process.env;
  const [asked, path] = SIMULATION.split(" ");
  return simulate(await serviceOn(site), {
    commands: Number(SIMULATION_COMMANDS ?? commands),
    seed: asked ? Number(asked) : seed,
    path,
  });
};
