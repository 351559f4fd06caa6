import { expect, it } from "vitest";
import type { Site } from "#lib/site/schema.ts";
import { simulateOn } from "./simulate.ts";

/** Plays runs of a site with so many commands, or what the environment asks for; without a seed, others each time. */
export const simulatedOn = (site: Site, commands: number, seed?: number): void => {
  const most = Number(process.env.SIMULATION_COMMANDS ?? commands);
  it("whatever goes wrong, what is told is stored, once, in one order, within the caps, and every count is right", {
    timeout: 100_000 + 50 * most,
  }, async () => {
    const { failure } = await simulateOn(site, { commands: most, seed });
    if (failure) expect.fail(failure.text);
  });
};
