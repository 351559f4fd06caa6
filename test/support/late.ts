import type { Fault } from "../../commands/torture/faulty-endpoint.ts";
import { endpoint } from "./environment.ts";

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

/** Keeps one command on its way until it is let go; whoever sent it has long given it up by then. */
const held = () => {
  const [arrived, go, landed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    fault: (): Fault => {
      arrived.resolve();
      return { kind: "held", go: go.promise, landed: landed.resolve };
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

/**
 * The first transaction of the request that writes first is late; its further ones meet conflicts until `freed` lets them pass, so that
 * a test need not hurry.
 */
export const lateTransaction = () => {
  const { fault, ...late } = held();
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

/** The first put of a refusal is late, and the next ones meet `further`. */
export const latePut = (further?: Fault) => {
  const { fault, ...late } = held();
  let tries = 0;
  endpoint.faults = (operation) => {
    if (operation !== "PutItem") return undefined;
    tries += 1;
    return tries === 1 ? fault() : further;
  };
  return late;
};
