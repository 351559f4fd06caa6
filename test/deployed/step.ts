import type { Ran } from "./emulator.ts";

/** Characters of what a command printed: its end says what went wrong. */
const shown = 4_000;

/** A step of a scenario: prints its seconds, and gives what the command printed. @throws Error unless that ended with `status` */
export const step = async (name: string, run: () => Promise<Ran>, status = 0): Promise<Ran> => {
  const start = performance.now();
  const ran = await run();
  // The console would repeat the name of the test above each line.
  process.stdout.write(`${name}: ${((performance.now() - start) / 1_000).toFixed(1)} s\n`);
  if (ran.status !== status)
    throw new Error(
      `${name} ended with ${ran.status}.\n${ran.out.slice(-shown)}\n${ran.errors.slice(-shown)}`,
    );
  return ran;
};
