import { expect, it } from "vitest";
import { chooseSite } from "#infra/choose-site.ts";
import { serviceOn } from "./service.ts";
import { simulate } from "./simulate.ts";

/** The value of `SIMULATION`: a seed, optionally one of its runs, and optionally some steps of that. */
const asked = () => {
  const [seed, path, only] = (process.env.SIMULATION ?? "").split(" ");
  return seed ? { seed: Number(seed), path, only: only?.split(",").map(Number) } : undefined;
};

/**
 * Plays runs of these sites with this number of commands, or those that the environment names. Without a seed the runs differ each time.
 */
export const simulatedOn = (sites: readonly string[], commands: number, seed?: number): void => {
  const run = asked();
  const { SITE, SIMULATION_COMMANDS } = process.env;
  const most = Number(SIMULATION_COMMANDS ?? commands);
  it.each(SITE && (run || SIMULATION_COMMANDS) ? [SITE] : sites)(
    "on %s, each answered write is stored once, in order, within the caps",
    { timeout: 100_000 + 50 * most },
    async (choice) => {
      const service = await serviceOn(await chooseSite(choice));
      const start = process.threadCpuUsage();
      const options = { commands: most, ...(run ?? { seed }) };
      const { failure, commands: played, faults } = await simulate(service, options);
      if (failure) {
        const { seed: of, path, only } = failure.repeat;
        expect.fail(
          `${failure.text}\nSITE=${choice} SIMULATION="${of} ${path} ${only}" npm exec -c 'vitest run --project unit test/simulation'`,
        );
      }
      // This thread's time only, because other threads may be busy.
      const { user, system } = process.threadCpuUsage(start);
      const rate = (played * 1_000_000) / (user + system);
      const met = Object.entries(faults).map(([kind, times]) => `${kind} ${times}`);
      console.log(`${choice}: ${played} commands, ${rate.toFixed(0)} a second; ${met.join(", ")}`);
    },
  );
};
