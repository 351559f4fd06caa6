import type { RouteId } from "#lib/endpoints/ids.ts";
import type { ServiceContract } from "../contract/contract.ts";
import { CheckSkipped, type PromiseCheck } from "./check.ts";
import type { GoodsAndBox } from "./pairs.ts";
import { readerOn } from "./reader.ts";
import type { CheckWriter } from "./writer.ts";

type PreparedTask = {
  readonly run: () => Promise<void>;
  /** What it may change, as it is now. */
  readonly inWords: () => Promise<string[]>;
};

/** A check that writes, and puts back what it changed. */
export type WriteTask = {
  readonly name: string;
  /** Why it cannot put that back on this site. */
  readonly whyNever?: string | undefined;
  /** The routes by which it is put back, if they are not among those that it calls before. */
  readonly puttingBack: readonly RouteId[];
  /** Only reads. Gives why what it changes on these goods and this box could not be put back. @throws Skip if that holds for all */
  readonly prepare: (pair: GoodsAndBox) => Promise<PreparedTask | string>;
};

const changedSentences = (before: readonly string[], after: readonly string[]): string[] => [
  ...after.filter((one) => !before.includes(one)),
  ...before.filter((one) => !after.includes(one)).map((one) => `no longer "${one}"`),
];

/** Runs a task on the first pair that it fits; whatever happens, what it changed is put back, or named. */
export const checkOf = (
  { name, whyNever: never, puttingBack, prepare }: WriteTask,
  pairs: readonly GoodsAndBox[] | string,
  { open, putBack }: CheckWriter,
  contract: ServiceContract,
): PromiseCheck => {
  if (typeof pairs === "string") return { name, skipped: pairs };
  if (never !== undefined) return { name, skipped: never };

  const prepared = async (): Promise<PreparedTask> => {
    for (const id of puttingBack) await readerOn(contract).mayCall(id);
    const reasons: string[] = [];
    for (const pair of pairs) {
      const one = await prepare(pair);
      if (typeof one !== "string") return one;
      reasons.push(one);
    }
    throw new CheckSkipped(reasons[0]);
  };

  const left = async (before: readonly string[], inWords: PreparedTask["inWords"]) => {
    try {
      const changed = changedSentences(before, await inWords());
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
