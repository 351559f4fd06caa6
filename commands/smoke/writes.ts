import type { Contract } from "../contract/contract.ts";
import { attachedTask } from "./attached.ts";
import { boxedTask } from "./boxed.ts";
import type { Check } from "./check.ts";
import type { Pair } from "./pairs.ts";
import { placedTask } from "./placed.ts";
import { checkOf } from "./task.ts";
import type { Writer } from "./writer.ts";

/** Follows goods through the service, and leaves boxes, places and configurations as they were. */
export const writes = (
  contract: Contract,
  writer: Writer,
  pairs: readonly Pair[] | string,
): Check[] => {
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
