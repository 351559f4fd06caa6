import type { Ran } from "./emulator.ts";

/** Number of characters that are shown of a command's output. Its end says what went wrong. */
const shown = 4_000;

/** Runs a step of a scenario, and prints its seconds. Returns the command's output. @throws Error unless the command ends with `status` */
export const step = async (name: string, run: () => Promise<Ran>, status = 0): Promise<Ran> => {
  const start = performance.now();
  const ran = await run();
  // `console` would print the name of the test above each line.
  process.stdout.write(`${name}: ${((performance.now() - start) / 1_000).toFixed(1)} s\n`);
  if (ran.status !== status)
    throw new Error(
      `${name} ended with ${ran.status}.\n${ran.out.slice(-shown)}\n${ran.errors.slice(-shown)}`,
    );
  return ran;
};
