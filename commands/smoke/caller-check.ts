import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceContract } from "../contract/contract.ts";
import type { FieldValues } from "../contract/request.ts";
import { CheckSkipped, type PromiseCheck } from "./check.ts";
import type { ExpectedCaller } from "./credentials.ts";
import { readerOn } from "./reader.ts";
import type { CheckWriter } from "./writer.ts";

/** How often the history is read in all, and milliseconds between two reads: its index may lag. */
const [historyReads, historyPauseMs] = [20, 250];

/** Whether the writes of this run are recorded under the caller's name. */
export const callerCheck = (
  contract: ServiceContract,
  { recorded }: CheckWriter,
  caller: ExpectedCaller,
): PromiseCheck => {
  const name = "the history names who wrote";
  if (!contract.routes.has("get-history")) return { name, skipped: "the site has no history" };
  if ("unknown" in caller) return { name, skipped: caller.unknown };
  const { succeeds } = readerOn(contract);

  const linesOf = async (zongpai: string): Promise<FieldValues[]> => {
    const { body } = await succeeds("get-history", { zongpai });
    return body.events as FieldValues[];
  };

  return {
    name,
    run: async () => {
      const last = recorded.at(-1);
      if (!last) throw new CheckSkipped("nothing was written");
      const ofGoods = recorded.filter(({ zongpai }) => zongpai === last.zongpai);
      const instants = new Set(ofGoods.map(({ at }) => at));
      const isOurs = (line: FieldValues) =>
        instants.has(line.recorded_at) || instants.has(line.registered_at);
      for (let left = historyReads; left > 0; left -= 1) {
        const lines = await linesOf(last.zongpai);
        if (lines.some((line) => [line.recorded_at, line.registered_at].includes(last.at))) {
          const wrong = lines.find((line) => isOurs(line) && !caller.is(String(line.who)));
          if (!wrong) return;
          throw new Error(
            `a write of ${last.zongpai} is recorded as "${wrong.who}", and was sent as ${caller.called}`,
          );
        }
        await sleep(historyPauseMs);
      }
      throw new Error(`the history of ${last.zongpai} does not have the write of ${last.at}`);
    },
  };
};
