import type { RouteId } from "#lib/route-ids.ts";
import type { ServiceContract } from "../contract/contract.ts";
import { CheckSkipped, type PromiseCheck } from "./check.ts";
import type { GoodsAndBox } from "./pairs.ts";
import { readerOn } from "./reader.ts";
import type { CheckWriter } from "./writer.ts";

type PreparedTask = {
  readonly run: () => Promise<void>;
  /** Describes the current state of everything that the task may change. */
  readonly describeState: () => Promise<string[]>;
};

/** A check that writes, and undoes its changes. */
export type WriteTask = {
  readonly name: string;
  /** The reason why it can never undo its changes on this site. */
  readonly whyNever?: string | undefined;
  /** The routes that undo the changes, if the task does not call them earlier. */
  readonly undoRoutes: readonly RouteId[];
  /**
   * Prepares the task for a pair, and only reads. Returns the reason if the change could not be undone for this pair.
   * @throws CheckSkipped if it could not be undone for any pair
   */
  readonly prepare: (pair: GoodsAndBox) => Promise<PreparedTask | string>;
};

const changedSentences = (before: readonly string[], after: readonly string[]): string[] => [
  ...after.filter((sentence) => !before.includes(sentence)),
  ...before
    .filter((sentence) => !after.includes(sentence))
    .map((sentence) => `no longer "${sentence}"`),
];

/** Runs a task on the first suitable pair. In all cases, the check undoes the task's changes, or names what it could not undo. */
export const checkOf = (
  { name, whyNever, undoRoutes, prepare }: WriteTask,
  pairs: readonly GoodsAndBox[] | string,
  { pendingUndos, putBack }: CheckWriter,
  contract: ServiceContract,
): PromiseCheck => {
  if (typeof pairs === "string") return { name, skipped: pairs };
  if (whyNever !== undefined) return { name, skipped: whyNever };

  const prepareOnPair = async (): Promise<PreparedTask> => {
    for (const id of undoRoutes) await readerOn(contract).requireMayCall(id);
    const reasons: string[] = [];
    for (const pair of pairs) {
      const preparation = await prepare(pair);
      if (typeof preparation !== "string") return preparation;
      reasons.push(preparation);
    }
    throw new CheckSkipped(reasons[0]);
  };

  const describeLeftovers = async (
    before: readonly string[],
    describeState: PreparedTask["describeState"],
  ) => {
    try {
      const changed = changedSentences(before, await describeState());
      return changed.length > 0 ? [`not restored: ${changed.join(", ")}`] : [];
    } catch (error) {
      const possibleLeftovers = pendingUndos.map(({ leaves }) => `, perhaps left: ${leaves}`);
      return [`not checked afterwards (${(error as Error).message})${possibleLeftovers.join("")}`];
    }
  };

  return {
    name,
    run: async () => {
      const { run, describeState } = await prepareOnPair();
      const before = await describeState();
      const faults: string[] = [];
      const noteFault = ({ message }: Error) => void faults.push(message);
      await run().catch(noteFault);
      await putBack().catch(noteFault);
      faults.push(...(await describeLeftovers(before, describeState)));
      pendingUndos.splice(0);
      if (faults.length > 0) throw new Error([...new Set(faults)].join("; "));
    },
  };
};
