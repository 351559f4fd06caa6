import { vi } from "vitest";

const jsonOf = (line: string): Record<string, unknown>[] => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? [value as Record<string, unknown>] : [];
  } catch {
    return [];
  }
};

/** Captures the test file's output to its streams and to the console, which Vitest replaces, and shows none of it. */
export const keepOutput = () => {
  let kept = "";
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((chunk) => {
      kept += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      return true;
    });
  for (const method of ["log", "info", "warn", "error", "debug", "trace"] as const)
    vi.spyOn(console, method).mockImplementation((...parts) => {
      kept += `${parts.map((part) => (part instanceof Error ? `${part.stack} ${JSON.stringify(part)}` : String(part))).join(" ")}\n`;
    });
  return {
    text: () => kept,
    lines: () => kept.split("\n").flatMap(jsonOf),
    clear: () => {
      kept = "";
    },
  };
};

type Output = ReturnType<typeof keepOutput>;

/** A line in CloudWatch's embedded metric format. */
export type Emitted = {
  readonly namespace: string;
  readonly dimensions: Readonly<Record<string, unknown>>;
  readonly counts: Readonly<Record<string, number>>;
};

type Emf = {
  readonly _aws: {
    readonly CloudWatchMetrics: readonly [
      { Namespace: string; Dimensions: string[][]; Metrics: { Name: string; Unit: string }[] },
    ];
  };
};

const total = (value: unknown): number =>
  Array.isArray(value) ? value.reduce((sum: number, one: number) => sum + one, 0) : Number(value);

/** The metrics in an output: one object for each invocation that counted something. */
export const emittedIn = (output: Output): Emitted[] =>
  output.lines().flatMap((line) => {
    if (!("_aws" in line)) return [];
    const [{ Namespace, Dimensions, Metrics }] = (line as unknown as Emf)._aws.CloudWatchMetrics;
    if (Metrics.some(({ Name, Unit }) => Unit !== (Name === "ScanAge" ? "Seconds" : "Count")))
      throw new Error(`not a count: ${JSON.stringify(line)}`);
    return [
      {
        namespace: Namespace,
        dimensions: Object.fromEntries(Dimensions.flat().map((name) => [name, line[name]])),
        counts: Object.fromEntries(Metrics.map(({ Name }) => [Name, total(line[Name])])),
      },
    ];
  });
