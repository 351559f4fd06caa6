import { vi } from "vitest";
import type { Fault } from "./faulty-table.ts";
import { patient } from "./waits.ts";
import { endpoint } from "./worker.ts";

const requestOf = (body: string) => /"invocation":\{"S":"([^"]+)"/.exec(body)?.[1];

/** Sets faults for the transactions of the first request that writes. */
export const spoilFirst = (fault: () => Fault | undefined): void => {
  let spoilt: string | undefined;
  endpoint.faults = (operation, body) => {
    if (operation !== "TransactWriteItems") return undefined;
    spoilt ??= requestOf(body);
    return requestOf(body) === spoilt ? fault() : undefined;
  };
};

/** Stops the clock, which each fault advances by a quarter of a request's budget. After four faults the time is up, on any machine. */
export const untilTimeIsUp = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  const { faults } = endpoint;
  vi.useFakeTimers({ toFake: ["Date"] });
  endpoint.faults = (operation, body) => {
    const fault = faults(operation, body);
    if (fault) vi.setSystemTime(Date.now() + patient.budget / 4);
    return fault;
  };
  try {
    return await run();
  } finally {
    endpoint.faults = faults;
    vi.useRealTimers();
  }
};

/** Holds one command until it is released. `lost`: its sender loses the connection at once. */
const held = (lost: boolean) => {
  const arrived = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const landed = Promise.withResolvers<void>();
  return {
    fault: (): Fault => {
      arrived.resolve();
      return { kind: "held", go: go.promise, landed: landed.resolve, lost };
    },
    sent: arrived.promise,
    /** Releases it, and waits until the engine has executed it. */
    lands: () => {
      go.resolve();
      return landed.promise;
    },
  };
};

/** Makes the next transaction that contains this text late. Its request waits for it. */
export const holdTransaction = (text = "") => {
  const { fault, ...late } = held(false);
  const { faults } = endpoint;
  endpoint.faults = (operation, body) => {
    if (operation !== "TransactWriteItems" || !body.includes(text)) return faults(operation, body);
    endpoint.faults = faults;
    return fault();
  };
  return late;
};

/** Makes the first transaction late. Its request waits for it. */
export const lateTransaction = () => {
  const { fault, ...late } = held(false);
  let tries = 0;
  spoilFirst(() => {
    tries += 1;
    return tries === 1 ? fault() : undefined;
  });
  return late;
};

/**
 * Makes the first transaction late, and its sender give up. The request's further transactions meet conflicts until `freed`. A clock that
 * is ahead dates the transaction, so that it can be recorded after later writes of the goods.
 */
export const lostTransaction = () => {
  const { fault, ...late } = held(true);
  let tries = 0;
  let free = false;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  spoilFirst(() => {
    tries += 1;
    if (tries === 1) {
      vi.useRealTimers();
      return fault();
    }
    return free ? undefined : { kind: "conflict" };
  });
  return {
    ...late,
    freed: () => {
      free = true;
    },
  };
};

/** Makes the first put of a refusal late. With `further` its sender gives up, and the next puts meet that fault. */
export const latePut = (further?: Fault) => {
  const { fault, ...late } = held(further !== undefined);
  let tries = 0;
  endpoint.faults = (operation) => {
    if (operation !== "PutItem") return undefined;
    tries += 1;
    return tries === 1 ? fault() : further;
  };
  return late;
};
