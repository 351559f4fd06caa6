import { Session } from "node:inspector/promises";

/** How often the stage looks whether it rests, and what it may then have taken of a processor since the last look. */
const [lookEveryMs, restingMs] = [3_000, 60];
/** Processor time that leaves enough garbage behind. */
const workMs = 5_000;

const collectGarbage = async (): Promise<void> => {
  const session = new Session();
  session.connect();
  try {
    await session.post("HeapProfiler.collectGarbage");
  } finally {
    session.disconnect();
  }
};

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/**
 * Gives memory back to the system when a stage rests, after its start and after much work. V8 collects garbage when a program needs more
 * memory, and a stage at rest needs none: it would keep what its start took.
 */
export const releaseMemoryAtRest = (collect = collectGarbage, processor = processorMs): void => {
  let atLastLook = processor();
  let atLastRelease = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<void> => {
    const isResting = processor() - atLastLook <= restingMs;
    if (isResting && atLastLook - atLastRelease >= workMs) {
      await collect();
      atLastRelease = processor();
    }
    atLastLook = processor();
  };
  setInterval(look, lookEveryMs).unref();
};
