import { usageError } from "#infra/local/usage-error.ts";
import { assumptions } from "./assumptions.ts";
import type { Measured, Taken } from "./measure.ts";
import type { Mix } from "./mix.ts";

/** What one scan takes on average; units, bytes, milliseconds. */
export type Average = {
  readonly writeTable: number;
  readonly writeIndex: number;
  readonly refusedUnits: number;
  readonly read: number;
  readonly answerBytes: number;
  readonly logBytes: number;
  readonly tableBytes: number;
  readonly indexBytes: number;
  /** Billed milliseconds of a warm function. */
  readonly ms: number;
};

/** A transactional write takes two units for each kilobyte of its item, and ours are smaller than one. */
const unitsOfWrite = 2;

export type Durations = { readonly memory: number; readonly duration: number | undefined };

/** Billed milliseconds: a share of a core for the code, and the waits one after the other. */
const msOf = ({ waits, transactions }: Taken, asksErp: boolean, { memory, duration }: Durations): number => {
  if (duration !== undefined) return duration;
  const { coreMs, memoryOfCore, readMs, transactionMs, erpMs } = assumptions;
  const code = coreMs * Math.max(1, memoryOfCore / memory);
  return Math.ceil(code + transactions * transactionMs + (waits - transactions) * readMs + (asksErp ? erpMs : 0));
};

const ofOne = (taken: Taken, asksErp: boolean, durations: Durations): Average => ({
  writeTable: taken.writeTable,
  writeIndex: taken.writeIndex,
  refusedUnits: taken.refusedWrites * unitsOfWrite,
  read: taken.read,
  answerBytes: taken.answerBytes + assumptions.headerBytes,
  logBytes: taken.logBytes,
  tableBytes: taken.stored.table,
  indexBytes: taken.stored.index,
  ms: msOf(taken, asksErp, durations),
});

/** One line of the mix: an operation, or its repetition, and its share of all scans. */
export type Share = { readonly id: string; readonly operation: string; readonly share: number; readonly takes: Average };

/**
 * The operations of a mix with their shares, which sum to 1; of the writes a part `again` comes a second time.
 * @throws UsageError when the mix asks for an operation that the site does not have
 */
export const sharesOf = (measured: readonly Measured[], mix: Mix, again: number, durations: Durations): Share[] => {
  const missing = Object.keys(mix).filter((id) => !measured.some((one) => one.id === id));
  if (missing.length > 0) throw usageError(`The site does not have every operation of the mix: ${missing.join(", ")}.`);
  const weighed = measured.flatMap((one): Share[] => {
    const { id, operation, asksErp, first } = one;
    const weight = mix[id] ?? 0;
    const shares = [{ id, operation, share: weight, takes: ofOne(first, asksErp, durations) }];
    if (!one.again) return shares;
    return [
      ...shares,
      { id: `${id}, again`, operation: `${operation}, sent again`, share: weight * again, takes: ofOne(one.again, false, durations) },
    ];
  });
  const sum = weighed.reduce((total, { share }) => total + share, 0);
  return weighed.map((one) => ({ ...one, share: one.share / sum }));
};

export const averageOf = (shares: readonly Share[]): Average => {
  const mean = (value: (takes: Average) => number) => shares.reduce((sum, { share, takes }) => sum + share * value(takes), 0);
  return {
    writeTable: mean(({ writeTable }) => writeTable),
    writeIndex: mean(({ writeIndex }) => writeIndex),
    refusedUnits: mean(({ refusedUnits }) => refusedUnits),
    read: mean(({ read }) => read),
    answerBytes: mean(({ answerBytes }) => answerBytes),
    logBytes: mean(({ logBytes }) => logBytes),
    tableBytes: mean(({ tableBytes }) => tableBytes),
    indexBytes: mean(({ indexBytes }) => indexBytes),
    ms: mean(({ ms }) => ms),
  };
};
