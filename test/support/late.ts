import { vi } from "vitest";
import type { Fault } from "./faulty-table.ts";
import { patient } from "./waits.ts";
import { endpoint } from "./worker.ts";

const requestOf = (body: string) => /"invocation":\{"S":"([^"]+)"/.exec(body)?.[1];

/** Faults for the transactions of the request that writes first. */
export const spoilFirst = (fault: () => Fault | undefined): void => {
  let spoilt: string | undefined;
  endpoint.faults = (operation, body) => {
    if (operation !== "TransactWriteItems") return undefined;
    spoilt ??= requestOf(body);
    return requestOf(body) === spoilt ? fault() : undefined;
  };
};

/** Stops the clock; each fault advances it by a quarter of a request's budget: its time is up after four faults on any machine. */
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

/** Keeps one command until it is let go. `lost`: its sender loses the connection at once. */
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
    /** Lets it go, and waits until the engine has it. */
    lands: () => {
      go.resolve();
      return landed.promise;
    },
  };
};

/** The next transaction with this text in it is late, and its request waits for it. */
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

/** The first transaction is late, and its request waits for it. */
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
 * The first transaction is late and given up; further ones of its request meet conflicts until `freed`. A clock that is ahead dates it, so
 * that it can be recorded after later writes of the goods.
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

/** The first put of a refusal is late; with `further` it is given up, and the next ones meet that fault. */
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
