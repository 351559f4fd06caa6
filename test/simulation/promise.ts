import { onEachSite } from "./each-site.ts";
import { serviceOn } from "./service.ts";
import { simulate } from "./simulate.ts";

/** Plays runs of these sites with this number of commands. Without a seed the runs differ each time. */
export const simulatedOn = (sites: readonly string[], commands: number, seed?: number): void =>
  onEachSite(
    {
      title: "on %s, each answered write is stored once, in order, within the caps",
      unit: "commands",
      folder: "test/simulation/simulated",
      play: async (site, most, options) => {
        const { failure, ...tally } = await simulate(await serviceOn(site), {
          commands: most,
          ...options,
        });
        const met = Object.entries(tally.faults).map(([kind, times]) => `${kind} ${times}`);
        return { failure, count: tally.commands, met: met.join(", ") };
      },
    },
    Object.fromEntries(sites.map((site) => [site, commands])),
    seed,
  );
