import type { RouteId } from "#lib/endpoints/ids.ts";
import type { Contract } from "../contract/contract.ts";
import { type Check, Skip } from "./check.ts";
import type { Pair } from "./pairs.ts";
import { readerOn } from "./reader.ts";
import type { Writer } from "./writer.ts";

type Prepared = {
  readonly run: () => Promise<void>;
  /** What it may change, as it is now. */
  readonly inWords: () => Promise<string[]>;
};

/** A check that writes, and puts back what it changed. */
export type Task = {
  readonly name: string;
  /** Why it cannot put that back on this site. */
  readonly never?: string | undefined;
  /** The routes by which it is put back, if they are not among those that it calls before. */
  readonly puttingBack: readonly RouteId[];
  /** Only reads. Gives why what it changes on these goods and this box could not be put back. @throws Skip if that holds for all */
  readonly prepare: (pair: Pair) => Promise<Prepared | string>;
};

const differences = (before: readonly string[], after: readonly string[]): string[] => [
  ...after.filter((one) => !before.includes(one)),
  ...before.filter((one) => !after.includes(one)).map((one) => `no longer "${one}"`),
];

/** Runs a task on the first pair that it fits; whatever happens, what it changed is put back, or named. */
export const checkOf = (
  { name, never, puttingBack, prepare }: Task,
  pairs: readonly Pair[] | string,
  { open, putBack }: Writer,
  contract: Contract,
): Check => {
  if (typeof pairs === "string") return { name, skipped: pairs };
  if (never !== undefined) return { name, skipped: never };

  const prepared = async (): Promise<Prepared> => {
    for (const id of puttingBack) await readerOn(contract).mayCall(id);
    const reasons: string[] = [];
    for (const pair of pairs) {
      const one = await prepare(pair);
      if (typeof one !== "string") return one;
      reasons.push(one);
    }
    throw new Skip(reasons[0]);
  };

  const left = async (before: readonly string[], inWords: Prepared["inWords"]) => {
    try {
      const changed = differences(before, await inWords());
      return changed.length > 0 ? [`not put back: ${changed.join(", ")}`] : [];
    } catch (error) {
      const perhaps = open.map(({ leaves }) => `, perhaps left: ${leaves}`);
      return [`not seen afterwards (${(error as Error).message})${perhaps.join("")}`];
    }
  };

  return {
    name,
    run: async () => {
      const { run, inWords } = await prepared();
      const before = await inWords();
      const faults: string[] = [];
      const note = ({ message }: Error) => void faults.push(message);
      await run().catch(note);
      await putBack().catch(note);
      faults.push(...(await left(before, inWords)));
      open.splice(0);
      if (faults.length > 0) throw new Error([...new Set(faults)].join("; "));
    },
  };
};
