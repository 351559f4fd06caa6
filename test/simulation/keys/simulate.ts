import type { Site } from "#lib/site/schema.ts";
import { type Failure, type SearchOptions, searchRuns } from "../search.ts";
import { type Service, serviceOn } from "../service.ts";
import { bundleWorker, type SourceChange } from "./bundle.ts";
import { type Run, runOn } from "./hall.ts";
import { type Hall, hallKey, play } from "./play.ts";
import { newTally, type Tally } from "./tally.ts";

/** The hall of a site: its service, and its page with these faults. */
export const hallOn = async (
  site: Site,
  changes: readonly SourceChange[] = [],
  service?: Service,
): Promise<Hall> => ({
  service: service ?? (await serviceOn(site)),
  open: await bundleWorker(site, changes),
});

/** Plays runs of a hall until so many labels were scanned or one run fails. */
export const simulateKeys = async (
  hall: Hall,
  { labels, ...options }: SearchOptions & { readonly labels: number },
): Promise<Tally & { readonly failure?: Failure<Run> | undefined }> => {
  const tally = newTally();
  const failure = await searchRuns(
    runOn(hall.service.site, hallKey(hall.service)),
    (run, scheduler, isAgain) => play(hall, run, scheduler, isAgain ? newTally() : tally),
    () => tally.labels >= labels,
    options,
  );
  return { ...tally, failure };
};
