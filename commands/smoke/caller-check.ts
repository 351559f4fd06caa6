import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceContract } from "../contract/contract.ts";
import type { FieldValues } from "../contract/request.ts";
import { CheckSkipped, type PromiseCheck } from "./check.ts";
import type { ExpectedCaller } from "./credentials.ts";
import { readerOn } from "./reader.ts";
import type { CheckWriter } from "./writer.ts";

/** The maximum number of history reads, because its index may lag. */
const historyReads = 20;
const historyPauseMs = 250;

/** Checks that the writes of this run are recorded under the caller's name. */
export const callerCheck = (
  contract: ServiceContract,
  { recorded }: CheckWriter,
  caller: ExpectedCaller,
): PromiseCheck => {
  const name = "the history names the caller";
  if (!contract.routes.has("get-history")) return { name, skipped: "the site has no history" };
  if ("unknown" in caller) return { name, skipped: caller.unknown };
  const { readSuccessfully } = readerOn(contract);

  const readHistoryLines = async (zongpai: string): Promise<FieldValues[]> => {
    const { body } = await readSuccessfully("get-history", { zongpai });
    return body.events as FieldValues[];
  };

  return {
    name,
    run: async () => {
      const lastWrite = recorded.at(-1);
      if (!lastWrite) throw new CheckSkipped("nothing was written");
      const writesOfGoods = recorded.filter(({ zongpai }) => zongpai === lastWrite.zongpai);
      const instants = new Set(writesOfGoods.map(({ at }) => at));
      const isOfThisRun = (line: FieldValues) =>
        instants.has(line.recorded_at) || instants.has(line.registered_at);
      for (let readsLeft = historyReads; readsLeft > 0; readsLeft -= 1) {
        const lines = await readHistoryLines(lastWrite.zongpai);
        if (lines.some((line) => [line.recorded_at, line.registered_at].includes(lastWrite.at))) {
          const wrongLine = lines.find(
            (line) => isOfThisRun(line) && !caller.isName(String(line.who)),
          );
          if (!wrongLine) return;
          throw new Error(
            `a write of ${lastWrite.zongpai} is recorded as "${wrongLine.who}", but was sent as ${caller.description}`,
          );
        }
        await sleep(historyPauseMs);
      }
      throw new Error(
        `the history of ${lastWrite.zongpai} does not have the write of ${lastWrite.at}`,
      );
    },
  };
};
