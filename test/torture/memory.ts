import { readFileSync } from "node:fs";
import { quantile } from "../../commands/cli/output.ts";

export const minuteMs = 60_000;
/** Minutes between two bells. Whole periods are compared, because the service needs more memory at a bell. */
export const bellMinutes = 5;
/** From this period of its life on, which begins with minute 10, the memory of the service must stay within this share. */
const [firstPeriod, flatShare] = [2, 0.1];

/** `age`: milliseconds of the service's present life. `at`: milliseconds of the run. `service`, `engine`: megabytes. */
export type MemorySample = Readonly<Record<"life" | "age" | "at" | "service" | "engine", number>>;

/**
 * Megabytes that only this process has. Pages of Node's program file are not counted, because other processes of Node share them.
 * @throws Error if the process has ended, or the system is not Linux
 */
export const ownMemoryOf = (pid: number): number => {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss_Anon: +(\d+) kB$/m.exec(rollup)?.[1]) / 1_024;
};

const growthOfLife = (samples: readonly MemorySample[]): string[] => {
  const periods = Map.groupBy(samples, ({ age }) => Math.floor(age / minuteMs / bellMinutes));
  const medianOf = (period: number) =>
    quantile((periods.get(period) ?? []).map(({ service }) => service));
  const first = medianOf(firstPeriod);
  return [...periods.keys()]
    .filter((period) => period > firstPeriod)
    .filter((period) => Math.abs(medianOf(period) - first) > first * flatShare)
    .map(
      (period) =>
        `memory not flat: ${first.toFixed(1)} MB from minute ${firstPeriod * bellMinutes} of a life, ${medianOf(period).toFixed(1)} MB from minute ${period * bellMinutes}`,
    );
};

/** The periods of each life of the service in which its median memory left the range. */
export const findGrowth = (samples: readonly MemorySample[]): string[] =>
  [...Map.groupBy(samples, ({ life }) => life).values()].flatMap(growthOfLife);
