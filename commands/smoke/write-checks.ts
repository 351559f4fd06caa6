import type { ServiceContract } from "../contract/contract.ts";
import { attachmentTask } from "./attachment-task.ts";
import { boxTask } from "./box-task.ts";
import type { PromiseCheck } from "./check.ts";
import type { GoodsAndBox } from "./pairs.ts";
import { placeTask } from "./place-task.ts";
import { checkOf } from "./write-task.ts";
import type { CheckWriter } from "./writer.ts";

/** Checks that write. They follow goods through the service, and restore boxes, places and configurations. */
export const writeChecks = (
  contract: ServiceContract,
  writer: CheckWriter,
  pairs: readonly GoodsAndBox[] | string,
): PromiseCheck[] => {
  const allPairs = typeof pairs === "string" ? [] : pairs;
  const onePairPerGoods = [...new Map(allPairs.map((pair) => [pair.goods, pair])).values()];
  const placePairs = typeof pairs === "string" ? pairs : onePairPerGoods;
  return [
    checkOf(boxTask(contract, writer, allPairs), pairs, writer, contract),
    checkOf(placeTask(contract, writer), placePairs, writer, contract),
    checkOf(attachmentTask(contract, writer), pairs, writer, contract),
  ];
};
