import { expect, it } from "vitest";
import type { Site } from "#lib/site/schema.ts";
import { simulateOn } from "./simulate.ts";

/** Plays runs of a site with so many commands, or what the environment asks for; without a seed, others each time. */
export const simulatedOn = (site: Site, commands: number, seed?: number): void => {
  const most = Number(process.env.SIMULATION_COMMANDS ?? commands);
  it("whatever goes wrong, what is told is stored, once, in one order, within the caps, and every count is right", {
    timeout: 100_000 + 50 * most,
  }, async () => {
    const start = process.threadCpuUsage();
    const { failure, commands: played, faults } = await simulateOn(site, { commands: most, seed });
    if (failure) expect.fail(failure.text);
    // Of this thread alone: others may be busy beside it.
    const { user, system } = process.threadCpuUsage(start);
    const seconds = (user + system) / 1_000_000;
    const met = Object.entries(faults).toSorted(([, one], [, other]) => other - one);
    console.log(
      `${site.name}: ${played} commands, ${(played / seconds).toFixed(0)} a second; ${met.map(([kind, times]) => `${kind} ${times}`).join(", ")}`,
    );
  });
};
