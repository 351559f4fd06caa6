import { expect, it } from "vitest";
import { chooseSite } from "#infra/choose-site.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Failure, SearchOptions } from "./search.ts";

/** The value of `SIMULATION`: a seed, optionally one of its runs, and optionally some steps of that. */
const asked = () => {
  const [seed, path, only] = (process.env.SIMULATION ?? "").split(" ");
  return seed ? { seed: Number(seed), path, only: only?.split(",").map(Number) } : undefined;
};

type Played = {
  /** Number of commands or labels. */
  readonly count: number;
  /** What was met, for the log. */
  readonly met: string;
  readonly failure: (Pick<Failure<never>, "repeat"> & { readonly text: string }) | undefined;
};

type Simulation = {
  /** The title of its tests, in which %s is the site. */
  readonly title: string;
  readonly unit: "commands" | "labels";
  readonly folder: string;
  readonly play: (site: Site, most: number, options: SearchOptions) => Promise<Played>;
};

/**
 * Plays runs of each site with these numbers of commands or labels, or those that the environment names. Without a seed the runs differ each
 * time.
 */
export const onEachSite = (
  { title, unit, folder, play }: Simulation,
  counts: Readonly<Record<string, number>>,
  seed: number | undefined,
): void => {
  const run = asked();
  const { SITE, [`SIMULATION_${unit.toUpperCase()}`]: wanted } = process.env;
  const [first = 1] = Object.values(counts);
  const chosen = SITE && (run || wanted) ? { [SITE]: first } : counts;
  for (const [choice, usual] of Object.entries(chosen)) {
    const most = Number(wanted ?? usual);
    it(title.replace("%s", choice), { timeout: 300_000 + 50 * most }, async () => {
      const site = await chooseSite(choice);
      const start = process.threadCpuUsage();
      const { failure, count, met } = await play(site, most, run ?? { seed });
      if (failure) {
        const { seed: of, path, only } = failure.repeat;
        expect.fail(
          `${failure.text}\nSITE=${choice} SIMULATION="${of} ${path} ${only}" npm exec -c 'vitest run --project unit ${folder}'`,
        );
      }
      // This thread's time only, because other threads may be busy.
      const { user, system } = process.threadCpuUsage(start);
      const rate = (count * 1_000_000) / (user + system);
      console.log(`${choice}: ${count} ${unit}, ${rate.toFixed(0)} a second; ${met}`);
    });
  }
};
