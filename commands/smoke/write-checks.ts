import type { ServiceContract } from "../contract/contract.ts";
import { attachedTask } from "./attachment-task.ts";
import { boxedTask } from "./box-task.ts";
import type { PromiseCheck } from "./check.ts";
import type { GoodsAndBox } from "./pairs.ts";
import { placedTask } from "./place-task.ts";
import { checkOf } from "./write-task.ts";
import type { CheckWriter } from "./writer.ts";

/** Follows goods through the service, and leaves boxes, places and configurations as they were. */
export const writeChecks = (
  contract: ServiceContract,
  writer: CheckWriter,
  pairs: readonly GoodsAndBox[] | string,
): PromiseCheck[] => {
  const all = typeof pairs === "string" ? [] : pairs;
  const ofEachGoods = [...new Map(all.map((pair) => [pair.goods, pair])).values()];
  return [
    checkOf(boxedTask(contract, writer, all), pairs, writer, contract),
    checkOf(
      placedTask(contract, writer),
      typeof pairs === "string" ? pairs : ofEachGoods,
      writer,
      contract,
    ),
    checkOf(attachedTask(contract, writer), pairs, writer, contract),
  ];
};
