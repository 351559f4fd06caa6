import { serviceName } from "./env.ts";
import { type Counted, type Meter, metricLine } from "./metrics.ts";

/** Counts in CloudWatch's embedded metric format: `flush` writes one line with what was counted, or none if nothing was. */
export const openMeter = (): Meter => {
  const values = new Map<Counted | "ScanAge", number[]>();
  const add = (name: Counted | "ScanAge", value: number): void =>
    void values.set(name, [...(values.get(name) ?? []), value]);
  return {
    count: (name) => add(name, 1),
    scanAge: (seconds) => add("ScanAge", seconds),
    flush: () => {
      if (values.size === 0) return;
      process.stdout.write(metricLine(serviceName, Object.fromEntries(values)));
      values.clear();
    },
  };
};
