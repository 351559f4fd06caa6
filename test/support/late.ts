import { vi } from "vitest";
import { patient } from "../../commands/waits.ts";
import { endpoint } from "./environment.ts";
import type { Fault } from "./faulty-endpoint.ts";

/** The request of the service that a command to the engine belongs to. */
const requestOf = (body: string) => /"invocation":\{"S":"([^"]+)"/.exec(body)?.[1];

/** Spoils the transactions of the request that writes first, and of no other, as long as `fault` says how. */
export const spoilFirst = (fault: () => Fault | undefined): void => {
  let spoilt: string | undefined;
  endpoint.faults = (operation, body) => {
    if (operation !== "TransactWriteItems") return undefined;
    spoilt ??= requestOf(body);
    return requestOf(body) === spoilt ? fault() : undefined;
  };
};

/**
 * Runs with a clock that stands still, and that each fault puts ahead by a quarter of a request's budget: its time is up after four
 * faults, however fast or busy the machine is.
 */
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

/** Keeps one command on its way until it is let go. `lost`: whoever sent it gives it up at once; else waits for its answer. */
const held = (lost: boolean) => {
  const [arrived, go, landed] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  return {
    fault: (): Fault => {
      arrived.resolve();
      return { kind: "held", go: go.promise, landed: landed.resolve, lost };
    },
    /** It was sent, and is on its way. */
    sent: arrived.promise,
    /** Lets it go, and waits until the engine has it. */
    lands: () => {
      go.resolve();
      return landed.promise;
    },
  };
};

/** The first transaction of the request that writes first is late, and the request waits for it. */
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
 * The first transaction of the request that writes first is late and given up; its further ones meet conflicts until `freed` lets them
 * pass, so that a test need not hurry.
 */
export const lostTransaction = () => {
  const { fault, ...late } = held(true);
  let tries = 0;
  let free = false;
  spoilFirst(() => {
    tries += 1;
    if (tries === 1) return fault();
    return free ? undefined : { kind: "conflict" };
  });
  return {
    ...late,
    freed: () => {
      free = true;
    },
  };
};

/** The first put of a refusal is late; with `further` it is given up, and the next ones meet that. */
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
