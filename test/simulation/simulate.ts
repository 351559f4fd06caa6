import { runOn, type Step } from "./plan.ts";
import { play, type Sabotage, type Tally } from "./run.ts";
import { type Failure, type SearchOptions, searchRuns } from "./search.ts";
import type { Service } from "./service.ts";

const shown = ({ pace, ...step }: Step) => `  ${JSON.stringify(step)}, then ${pace} turns`;

type Options = SearchOptions & {
  /** The least number of commands. */
  readonly commands: number;
  readonly sabotage?: Sabotage;
};

export type Simulated = Tally & {
  readonly failure?: Pick<Failure<{ steps: readonly Step[] }>, "found" | "steps" | "repeat"> & {
    readonly text: string;
  };
};

/** Plays runs of a site until so many commands were given or one run fails. */
export const simulate = async (
  service: Service,
  { commands, sabotage, ...options }: Options,
): Promise<Simulated> => {
  const tally: Tally = { commands: 0, faults: {} };
  const failure = await searchRuns(
    runOn(service.site),
    (run, scheduler) => play(service, run, scheduler, tally, sabotage),
    () => tally.commands >= commands,
    options,
  );
  if (!failure) return tally;
  const { found, run, steps } = failure;
  const { scanners, goods } = run;
  const text = [found, JSON.stringify({ scanners, goods }), ...steps.map(shown)].join("\n");
  return { ...tally, failure: { ...failure, text } };
};
