import { createHmac, createSecretKey } from "node:crypto";
import { quantile } from "../../commands/cli/output.ts";

const [key, text] = [Buffer.alloc(32, 7), Buffer.alloc(200, 3)];
const secret = createSecretKey(key);

/** Mean processor time of a signature with a key, in microseconds. */
const timeOf = (signed: typeof key | typeof secret): number => {
  const [calls, from] = [5_000, process.cpuUsage()];
  for (let made = 0; made < calls; made += 1) createHmac("sha256", signed).update(text).digest();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / calls;
};

/** With the fault, a Buffer takes about six times as long as a KeyObject, otherwise as long. */
const slowRatio = 2.5;

/**
 * Compares `createHmac` with a key in a Buffer, as the AWS SDK signs, and with a KeyObject. Node 24.18 to 24.21 throw and catch two errors
 * for each Buffer. 24.17, 25.9 and 26.10 do not.
 */
export const measureSigning = () => {
  const pairs = Array.from({ length: 9 }, () => {
    const [buffer, object] = [timeOf(key), timeOf(secret)];
    return { buffer, object, ratio: buffer / object };
  });
  const median = (of: "buffer" | "object" | "ratio") => quantile(pairs.map((pair) => pair[of]));
  return {
    heads: ["", "Buffer, µs", "KeyObject, µs", "ratio"],
    rows: [
      [
        process.version,
        ...(["buffer", "object", "ratio"] as const).map((of) => median(of).toFixed(1)),
      ],
    ],
    about: "medians of 9 times 5,000 signatures",
    isSlow: median("ratio") > slowRatio,
  };
};
