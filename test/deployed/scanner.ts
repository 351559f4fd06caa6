import { setTimeout as sleep } from "node:timers/promises";
import { clientSettings } from "#lib/page/client-settings.ts";
import type { RouteRequests } from "#lib/page/requests.ts";
import { createClient } from "#scanner/client/client.ts";
import type { Outcome } from "#scanner/client/entry.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import { surroundings } from "#scanner/client/surroundings.ts";
import demo from "../../sites/demo.ts";

/** Milliseconds between two scans or reads, and for which a read is repeated. */
const [pause, patience] = [250, 120_000];

/** On bad Wi-Fi one in this number of answers is lost. */
const lostOf = 10;

/** A scanner of demo with the project's client. Its worker scans all the time, and looks goods up in between. */
export const busyScanner = (url: string, firstKey: string, goods: readonly string[]) => {
  let key = firstKey;
  let isWorking = true;
  let requests = 0;
  const writes = new Map<string, { readonly address: string; readonly init: RequestInit }>();
  const answers = new Map<string, number>();
  const outcomes: Promise<Outcome>[] = [];
  const reads: string[] = [];
  const count = (answer: string) => answers.set(answer, (answers.get(answer) ?? 0) + 1);

  const world = surroundings();
  const client = createClient<RouteRequests>({
    baseUrl: url,
    settings: clientSettings(demo),
    storage: memoryStorage(),
    headers: () => ({ "x-api-key": key }),
    world: {
      ...world,
      fetch: async (address, init) => {
        const { method, body } = init;
        const headers = new Headers(init.headers);
        const id = headers.get("Idempotency-Key");
        // A read has a key, too, which the service ignores.
        if (id !== null && method !== "GET")
          writes.set(id, { address, init: { method, body: body ?? null, headers } });
        const answer = await world.fetch(address, init).catch((error: Error) => {
          count("none");
          throw error;
        });
        count(`${answer.status}`);
        requests += 1;
        if (requests % lostOf === 0) {
          count("lost on the way");
          throw new Error("The answer is lost on the way.");
        }
        return answer;
      },
    },
  });

  const scans = async (): Promise<void> => {
    for (let at = 0; isWorking; at += 1) {
      const zongpai = goods[at % goods.length] ?? "";
      const ticket =
        at % 2 === 0
          ? await client.write("post-trace-location", { zongpai, location: `L1-A-${at % 1_000}` })
          : await client.write("post-box", { zongpai, box_no: `BX9${at}`, quantity: 1 });
      if (ticket.state === "misread") throw new Error(ticket.message);
      outcomes.push(ticket.outcome);
      await sleep(pause);
    }
  };
  const looks = async (): Promise<void> => {
    for (let at = 0; isWorking; at += 1) {
      const zongpai = goods[at % goods.length] ?? "";
      reads.push((await client.ask("get-goods-status", { zongpai }, { patience })).state);
      await sleep(pause);
    }
  };
  const working = Promise.all([scans(), looks()]);

  return {
    /** Number of answers by status so far; `none`: no answer. Answers that were lost on the way count twice. */
    answers: (): Readonly<Record<string, number>> => Object.fromEntries(answers),
    /** Replaces its API key. */
    use: (newKey: string): void => {
      key = newKey;
      client.renewed();
    },
    /** Ends the work when everything is answered. Returns the final states of writes and reads. */
    stop: async () => {
      isWorking = false;
      await working;
      const writes = (await Promise.all(outcomes)).map(({ state }) => state);
      return { writes, reads };
    },
    /** Sends each write unchanged once more. Returns for each answer the status and whether it is a replay. */
    sendAllAgain: async () => {
      const given: string[] = [];
      for (const { address, init } of writes.values()) {
        const headers = new Headers(init.headers);
        headers.set("x-api-key", key);
        const { status, headers: got } = await fetch(address, { ...init, headers });
        given.push(`${status} ${got.get("Idempotency-Replayed")}`);
      }
      return given;
    },
  };
};
