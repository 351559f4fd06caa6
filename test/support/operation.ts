import { randomUUID } from "node:crypto";
import type { Operation } from "#lib/domain/operation.ts";

export type OfGoods = Extract<Operation, { readonly zongpai: string }>;

/** An operation without a request, for a test of the store. */
export const anOperation = (zongpai: string, route = "post-trace-location"): OfGoods => {
  const invocation = randomUUID();
  return {
    route,
    id: `s#${invocation}`,
    invocation,
    fingerprint: "",
    zongpai,
    who: "tester",
    at: Date.now(),
    deadline: { left: () => 45_000 },
    shared: false,
    inHistory: true,
    attempts: { doubt: false },
  };
};
